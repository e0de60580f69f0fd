import { readOutline } from "../../skill/body/read-outline.ts"
import { readSkillBody } from "../../skill/require-skill.ts"

/** A file beside a skill that says what a sub-agent of a role has to do. */
export interface RoleFile {
  readonly role: string
  readonly path: string
  readonly text: string
}

/** What a role file asks for. Parts in brackets are for the agent that starts the sub-agent to fill in. */
export interface RoleTemplate {
  readonly role: string
  /** The short description with which the sub-agent is started. */
  readonly descriptions: readonly string[]
  readonly prompt: string
  /** Whether the prompt is only a part of the file. */
  readonly isQuoted: boolean
}

/**
 * Reads a role file. Many of them show the call of a tool in a code block, and the prompt is an indented text in it;
 * otherwise the whole file is the prompt.
 */
export function readRoleTemplate({ role, text }: RoleFile): RoleTemplate {
  const { body } = readSkillBody(text)
  const { fences } = readOutline(body)
  for (const { code } of fences) {
    const lines = code.split("\n")
    const at = lines.findIndex((line) => /^\s*prompt:\s*[|>][+-]?\s*$/.test(line))
    if (at === -1) continue
    const descriptions = lines.slice(0, at).flatMap((line) => readDescription(line.trim()) ?? [])
    return { role, descriptions, prompt: takeIndented(lines, at), isQuoted: true }
  }
  return { role, descriptions: [], prompt: body.trim(), isQuoted: false }
}

/** What follows `description:`, without its quotation marks. */
function readDescription(line: string): string | undefined {
  const label = "description:"
  const said = line.startsWith(label) ? line.slice(label.length).trim() : ""
  const bare = said.replace(/^["']/, "").replace(/["']$/, "")
  return bare === "" ? undefined : bare
}

/** The lines below one that are indented more than it, without their common indentation. */
function takeIndented(lines: readonly string[], at: number): string {
  const outer = measureIndent(lines[at] ?? "")
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => line.trim() !== "" && measureIndent(line) <= outer)
  const taken = end === -1 ? rest : rest.slice(0, end)
  const inner = Math.min(...taken.filter((line) => line.trim() !== "").map(measureIndent))
  return taken
    .map((line) => line.slice(Number.isFinite(inner) ? inner : 0))
    .join("\n")
    .trim()
}

function measureIndent(line: string): number {
  return line.length - line.trimStart().length
}

export interface RoleInstructions {
  readonly text: string
  /** The headings of parts that have only a place to fill in. */
  readonly unfilled: readonly string[]
}

/** What a sub-agent is shown of a template: not the parts that have only a place to fill in, which its request has. */
export function dropUnfilledParts({ prompt }: Pick<RoleTemplate, "prompt">): RoleInstructions {
  const { sections, lines } = readOutline(prompt)
  const unfilled = sections.filter(
    ({ text, heading, to, through }) =>
      heading !== undefined && heading.level <= OUTER && to === through && PLACEHOLDERS.test(text),
  )
  const isKept = (line: number) => !unfilled.some(({ from, to }) => line >= from && line <= to)
  return {
    text: lines
      .filter((_, at) => isKept(at + 1))
      .join("\n")
      .trim(),
    unfilled: unfilled.map(({ heading }) => heading?.text ?? ""),
  }
}

/** What is below, such as the parts of a report, is for the sub-agent itself to fill in. */
const OUTER = 2
const PLACEHOLDERS = /^(?:\s*(?:\[[^\]]{2,400}\]|\{[^}]{2,400}\}))+\s*$/

/** The names of files that a text refers to: `requesting-code-review/code-reviewer.md`. */
export function listTemplateFiles(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\w./-])[\w./-]+\.md\b/g)].map(([name]) => name.replace(/^(?:\.{0,2}\/)+/, ""))
}
