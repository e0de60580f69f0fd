import type { DialectReadings } from "./dialects/dialect.ts"
import type { SkillHeader, YamlMap } from "./header/schema/fields.ts"
import type { LineEdit } from "./header/edit-lines.ts"
import { readHeaderBlock } from "./header/read-header-block.ts"
import { readFields } from "./header/read-fields.ts"
import { splitHeader } from "./header/split.ts"
import type { FileProblem } from "../problem/problem.ts"
import { skillProblem } from "./problems.ts"

/** The part of a SKILL.md that the catalog needs: enough to list it for every host, without its body. */
export interface SkillSummary {
  readonly header: SkillHeader
  readonly fence: "strict" | "repaired" | "none"
  /** Canonical keys whose value was converted to text. */
  readonly coerced?: readonly string[]
  /** Canonical key → key as written, if the spelling differs. */
  readonly spelled?: Readonly<Record<string, string>>
  /** The beginning of the body, only if the frontmatter has no description. */
  readonly opening?: Opening
  /** The file begins with a byte order mark. */
  readonly bom?: true
  /** The file is not UTF-8, as far as it was read. */
  readonly notUtf8?: true
  /** How agents read the frontmatter that do not read it as we do. */
  readonly dialects?: DialectReadings | undefined
}

export interface SkillText extends SkillSummary {
  readonly unknown: YamlMap
  /** The lines of the frontmatter as written, and the line of the file on which they begin. */
  readonly block: string
  readonly blockLine: number
  readonly body: string
  readonly bodyLine: number
  readonly edits: readonly LineEdit[]
}

export type SkillReading =
  | { readonly kind: "skill"; readonly skill: SkillText; readonly problems: readonly FileProblem[] }
  | { readonly kind: "refused"; readonly problems: readonly FileProblem[] }

/** Reads one SKILL.md. Every text gives a skill, possibly with repairs, or a problem; never nothing. */
export function readSkill(text: string): SkillReading {
  const split = splitHeader(text)
  if (split.fence === "refused") return { kind: "refused", problems: split.problems }
  const block = readHeaderBlock(split.block.replaceAll("\0", ""), split.blockLine)
  const fields = readFields(block)
  const problems = [...split.problems, ...block.problems, ...fields.problems]
  if (split.block.includes("\0")) problems.push(toNulProblem(split.block, split.blockLine))
  if (split.fence === "none") problems.push(noHeader(text))
  const described = fields.header.description !== undefined && !fields.coerced.includes("description")
  if (fields.header.description === undefined && split.fence !== "none") problems.push(noDescription())
  const skill: SkillText = {
    header: fields.header,
    fence: split.fence,
    ...(fields.coerced.length === 0 ? {} : { coerced: fields.coerced }),
    ...(Object.keys(fields.spelled).length === 0 ? {} : { spelled: fields.spelled }),
    ...(described ? {} : { opening: readOpening(split.body) }),
    ...(text.startsWith("\ufeff") ? { bom: true } : {}),
    unknown: fields.unknown,
    block: split.block,
    blockLine: split.blockLine,
    body: split.body,
    bodyLine: split.bodyLine,
    edits: block.edits,
  }
  return { kind: "skill", skill, problems }
}

/** The part of a reading that the catalog needs. */
export function summariseSkill(skill: SkillText): SkillSummary {
  const { unknown: _u, block: _b, blockLine: _h, body: _t, bodyLine: _l, edits: _e, ...summary } = skill
  return summary
}

function noHeader(text: string): FileProblem {
  const fix = 'begin the file with ---, then description: "…", then ---'
  if (text.trim() === "")
    return skillProblem("file.empty", { line: 1, column: 1 }, { message: "the file is empty", fix })
  const message = "there is no frontmatter; the body's first paragraph serves as the description"
  return skillProblem("header.none", { line: 1, column: 1 }, { message, fix })
}

/** The positions of NUL bytes; they are never intended. */
export function toNulProblem(text: string, firstLine: number): FileProblem {
  const before = text.slice(0, text.indexOf("\0")).split("\n")
  const spot = { line: firstLine + before.length - 1, column: (before.at(-1) ?? "").length + 1 }
  return skillProblem("file.nul", spot, {
    message: "there is a NUL byte here; it was removed",
    fix: "remove the NUL bytes",
  })
}

function noDescription(): FileProblem {
  const message = "there is no description; the body's first paragraph is used, and some agents skip such skills"
  return skillProblem(
    "skill.no-description",
    { line: 1, column: 1 },
    { message, fix: 'add description: "…" to the frontmatter' },
  )
}

/** The beginning of a body, which serves as the description if the frontmatter has none. */
export interface Opening {
  /** The first line that is not empty, without heading marks. */
  readonly line: string
  /** The first paragraph of prose, or the first heading if there is none. */
  readonly paragraph: string
}

const MOST = 1024

export function readOpening(body: string): Opening {
  const line = /^.*\S.*$/m.exec(body)?.[0] ?? ""
  return { line: cut(withoutMarks(line)), paragraph: cut(firstParagraph(body) ?? withoutMarks(line)) }
}

function firstParagraph(body: string): string | undefined {
  let fence: string | undefined
  const paragraph: string[] = []
  for (const line of body.slice(0, 64 * 1024).split(/\r\n|\n|\r/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      continue
    }
    if (mark !== undefined) fence = mark
    const isText = mark === undefined && line.trim() !== "" && !/^\s*(#{1,6}\s|[-=*_]{3,}\s*$|<!--|\||!\[)/.test(line)
    if (isText) paragraph.push(line.trim())
    else if (paragraph.length > 0) break
  }
  if (paragraph.length === 0) return undefined
  return paragraph.join(" ").replace(/^(>\s*|[-*+]\s+|\d+[.)]\s+)/, "")
}

function withoutMarks(line: string): string {
  return line.trim().replace(/^#+\s*/, "")
}

function cut(text: string): string {
  return text.length > MOST ? text.slice(0, MOST) : text
}
