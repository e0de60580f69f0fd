import path from "node:path"
import type { FoundSkill } from "./skill-source.ts"
import { type Problem, placeProblem } from "../problem/problem.ts"
import { editLines } from "../skill/header/edit-lines.ts"
import { writeField } from "../skill/header/write.ts"
import { skillProblem } from "../skill/problems.ts"
import { readSkill, type SkillText } from "../skill/read-skill.ts"
import type { ListedSource } from "./decide-winners.ts"

export interface CommandMove {
  readonly command: string
  /** The skill's name: a namespace becomes part of it. */
  readonly name: string
  readonly from: string
  readonly to: string
  readonly before: string
  readonly after: string
}

/** Whether the commands of a source are moved: the project's, and the user's own if that was requested. */
export function isMoved({ kind, trust }: ListedSource["source"], withUsers: boolean): boolean {
  return kind === "commands" && trust !== "policy" && (trust !== "own" || withUsers)
}

/** Facts from the disk about a command: its text, and the first link on the way to it or to its new place. */
export interface CommandFacts {
  readonly linked: string | undefined
  /** Undefined if it is not UTF-8. */
  readonly read: () => string | undefined
}

/** The move of a command to a skill in the same directory, or why it stays. The text keeps its meaning. */
export function planMove(
  command: FoundSkill,
  root: string,
  facts: CommandFacts,
): CommandMove | { readonly why: string } {
  const name = skillName(command.name)
  if (name === "") return { why: "its name has no letters or digits from which to form a skill name" }
  if (command.linked === true) return { why: "it is a link; move the file it points to" }
  if (facts.linked !== undefined) return { why: `${facts.linked} is a link; move what it points to` }
  if (command.form === "folder") return { why: "it already has its own directory; move that directory to skills" }
  const before = facts.read()
  if (before === undefined) return { why: "it is not UTF-8" }
  const after = commandAsSkill(before, { name, command: command.name })
  if (after === undefined)
    return { why: "its frontmatter cannot be converted without changing its meaning; move it by hand" }
  const to = path.join(path.dirname(root), "skills", name, "SKILL.md")
  return { command: command.name, name, from: command.path, to, before, after }
}

/** Why a planned move cannot be made; undefined if it can. */
export function explainNotMoved(
  { to, name }: CommandMove,
  { isThere, taken }: { readonly isThere: boolean; readonly taken: ReadonlySet<string> },
): string | undefined {
  if (isThere) return `${to} already exists`
  return taken.has(to) ? `another command would also become ${name}` : undefined
}

export function notMovedProblem(file: string, why: string): Problem {
  const wording = {
    message: `this command was not moved: ${why}`,
    fix: "fix that, then run skillet migrate commands again",
  }
  return placeProblem(file, skillProblem("source.legacy", {}, wording))
}

function skillName(command: string): string {
  return command
    .replaceAll(":", "-")
    .replace(/[^\p{L}\p{N}-]+/gu, "-")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase()
}

/**
 * The same text with a name, a description, and its old name as an alias if that changed. It is read again; if its
 * meaning would change, there is no move.
 */
function commandAsSkill(text: string, names: { readonly name: string; readonly command: string }): string | undefined {
  const reading = readSkill(text)
  if (reading.kind === "refused") return undefined
  const { header, opening, block, body, fence, edits, blockLine } = reading.skill
  const lines = fence === "none" ? [] : editLines(block.split("\n"), edits, blockLine)
  const isRenamed = names.command !== names.name
  const description =
    header.description ?? (opening?.paragraph === "" ? undefined : opening?.paragraph) ?? `The command ${names.command}`
  const added = [
    ...(header.name === undefined ? writeField("name", names.name) : []),
    ...(header.description === undefined ? writeField("description", description) : []),
    ...(isRenamed ? writeField("aliases", [names.command]) : []),
  ]
  const kept = lines.map((line) =>
    header.name !== undefined && /^name\s*:/.test(line) ? (writeField("name", names.name)[0] ?? line) : line,
  )
  const gap = fence === "none" && !body.startsWith("\n") ? [""] : []
  const ending = text.includes("\r\n") ? "\r\n" : "\n"
  const skill = ["---", ...added, ...kept, "---", ...gap, ...body.split("\n")].join(ending)
  const wanted = { ...header, name: names.name, description, ...(isRenamed ? { aliases: [names.command] } : {}) }
  return saysExactly(skill, { header: wanted, unknown: reading.skill.unknown, body }) ? skill : undefined
}

function saysExactly(text: string, wanted: Pick<SkillText, "header" | "unknown" | "body">): boolean {
  const reading = readSkill(text)
  if (reading.kind === "refused" || reading.skill.fence !== "strict") return false
  const sorted = (map: object) => JSON.stringify(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))
  const { header, unknown, body } = reading.skill
  return (
    sorted(header) === sorted(wanted.header) &&
    sorted(unknown) === sorted(wanted.unknown) &&
    body.trim() === wanted.body.trim()
  )
}

/**
 * The directories that a command was in, deepest first, up to the one called commands: empty ones are removed with it.
 */
export function listCommandFolders(file: string): readonly string[] {
  const folder = path.dirname(file)
  return path.basename(folder) === "commands" || folder === path.dirname(folder)
    ? [folder]
    : [folder, ...listCommandFolders(folder)]
}
