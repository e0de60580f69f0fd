import { editLines } from "./header/edit-lines.ts"
import { readSkill, type SkillText } from "./read-skill.ts"

export interface FixedText {
  readonly text: string
  /** The codes of the problems that were fixed. */
  readonly fixed: readonly string[]
}

/**
 * Fixes what can be fixed without changing what the skill says: repaired lines are written out properly, and fields get
 * the spelling that agents know. Returns undefined if there is nothing to fix. The result is read again and means the
 * same.
 */
export function fixSkill(text: string): FixedText | undefined {
  const repaired = fixProblems(text)
  const spelled = fixSpelling(repaired?.text ?? text)
  if (spelled === undefined) return repaired
  return { text: spelled.text, fixed: [...(repaired?.fixed ?? []), ...spelled.fixed] }
}

/** Renames every field to the name that agents know. If two lines could be meant, the file stays unchanged. */
function fixSpelling(text: string): FixedText | undefined {
  const before = readSkill(text)
  if (before.kind === "refused" || before.skill.fence !== "strict") return undefined
  const { spelled = {}, blockLine, bodyLine } = before.skill
  const lines = [...linesWithBreaks(text)]
  const fixed: string[] = []
  for (const [key, written] of Object.entries(spelled)) {
    const isKey = (line: string) => line.startsWith(written) && /^\s*:/.test(line.slice(written.length))
    const at = lines.findIndex((line, number) => number >= blockLine - 1 && number < bodyLine - 1 && isKey(line))
    if (at === -1) continue
    lines[at] = key + (lines[at] ?? "").slice(written.length)
    fixed.push("header.old-spelling")
  }
  if (fixed.length === 0) return undefined
  const after = readSkill(lines.join(""))
  const isSame = after.kind === "skill" && saysTheSame(before.skill, after.skill)
  return isSame ? { text: lines.join(""), fixed } : undefined
}

function fixProblems(text: string): FixedText | undefined {
  const before = readSkill(text)
  if (before.kind === "refused" || before.problems.length === 0) return undefined
  const fixed =
    before.skill.fence === "repaired" ? fenceAgain(text, before.skill) : editInPlace(withoutBom(text), before.skill)
  if (fixed === text) return undefined
  const after = readSkill(fixed)
  if (after.kind === "refused" || !saysTheSame(before.skill, after.skill)) return undefined
  const left = new Map<string, number>()
  for (const { code } of after.problems) left.set(code, (left.get(code) ?? 0) + 1)
  const gone = before.problems.map(({ code }) => code).filter((code) => take(left, code))
  return gone.length === 0 ? undefined : { text: fixed, fixed: gone }
}

function take(left: Map<string, number>, code: string): boolean {
  const count = left.get(code) ?? 0
  if (count === 0) return true
  left.set(code, count - 1)
  return false
}

/** Only the edited lines change; every other line keeps its own line break. */
function editInPlace(text: string, skill: SkillText): string {
  const lines = linesWithBreaks(text)
  const edits = skill.edits.map((edit) => {
    const ending = findLineBreak(lines[edit.line - 1])
    return { ...edit, lines: edit.lines.map((line) => line + ending) }
  })
  return editLines(lines, edits, 1).join("")
}

/** If the fences themselves are wrong, new ones are written around the same lines. */
function fenceAgain(text: string, skill: SkillText): string {
  const lines = linesWithBreaks(text)
  const ending = findLineBreak(lines[0]) || "\n"
  const header = editLines(skill.block.split("\n"), skill.edits, skill.blockLine)
    .join("\n")
    .replace(/^\n+|\n+$/g, "")
  const tail = lines.slice(skill.bodyLine - 1).join("")
  const isWhole = tail.replace(/\r\n|\r/g, "\n") === skill.body
  const body = isWhole ? tail : skill.body.replaceAll("\n", ending)
  return ["---", ...header.split("\n"), "---", ""].join(ending) + body
}

function linesWithBreaks(text: string): readonly string[] {
  return text.split(/(?<=\n)|(?<=\r)(?!\n)/)
}

function findLineBreak(line: string | undefined): string {
  return /(?:\r\n|\n|\r)$/.exec(line ?? "")?.[0] ?? ""
}

function withoutBom(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text
}

function saysTheSame(one: SkillText, other: SkillText): boolean {
  return JSON.stringify(meaning(one)) === JSON.stringify(meaning(other))
}

function meaning(skill: SkillText) {
  const sorted = (map: object) => Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
  return { header: sorted(skill.header), unknown: sorted(skill.unknown), body: skill.body.trim() }
}
