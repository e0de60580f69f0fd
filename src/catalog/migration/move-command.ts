import path from "node:path"
import type { FoundSkill } from "../../ports/skill-source.ts"
import { type Problem, problemAt } from "../../problem/problem.ts"
import { commandAsSkill } from "../../skill/command-as-skill.ts"
import { problem } from "../../skill/problems.ts"
import type { ListedSource } from "../merge.ts"

export interface CommandMove {
  readonly command: string
  /** The skill's name: a namespace becomes part of it. */
  readonly name: string
  readonly from: string
  readonly to: string
  readonly before: string
  readonly after: string
}

/** Whether the commands of a source are moved: the project's, and the user's own if that was asked for. */
export function isMoved({ kind, trust }: ListedSource["source"], withUsers: boolean): boolean {
  return kind === "commands" && trust !== "policy" && (trust !== "own" || withUsers)
}

/** What the disk says about a command: its text, and the first link on the way to it or to its new place. */
export interface CommandFacts {
  readonly linked: string | undefined
  /** Undefined if it is not UTF-8. */
  readonly read: () => string | undefined
}

/** The move of a command to a skill of the same folder, or why it stays. The text keeps its meaning. */
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

/** Why a planned move cannot be made; undefined when it can. */
export function whyNotMoved(
  { to, name }: CommandMove,
  { isThere, taken }: { readonly isThere: boolean; readonly taken: ReadonlySet<string> },
): string | undefined {
  if (isThere) return `${to} already exists`
  return taken.has(to) ? `another command would also become ${name}` : undefined
}

export function staysBecause(file: string, why: string): Problem {
  const wording = {
    message: `this command was not moved: ${why}`,
    fix: "fix that, then run skillet migrate commands again",
  }
  return problemAt(file, problem("source.legacy", {}, wording))
}

function skillName(command: string): string {
  return command
    .replaceAll(":", "-")
    .replace(/[^\p{L}\p{N}-]+/gu, "-")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase()
}
