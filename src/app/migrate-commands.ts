import fs from "node:fs"
import path from "node:path"
import type { FoundSkill } from "../ports/skill-source.ts"
import { SkilletError } from "../skill/failure.ts"
import { editLines } from "../skill/header/edit-lines.ts"
import { writeField } from "../skill/header/write.ts"
import { type Problem, problem, problemAt } from "../skill/problem.ts"
import { readSkill } from "../skill/read-skill.ts"
import type { Skillet } from "./open-skillet.ts"

/** What would become of the legacy commands; nothing is written. */
export interface Migration {
  readonly moves: readonly CommandMove[]
  /** Commands that stay, and why. */
  readonly problems: readonly Problem[]
}

export interface CommandMove {
  readonly command: string
  /** The skill's name: a namespace becomes part of it. */
  readonly name: string
  readonly from: string
  readonly to: string
  readonly before: string
  readonly after: string
}

export interface MigrateOptions {
  /** Also the user's own commands. */
  readonly user?: boolean
}

/** Plans the move of every legacy command to a skill of the same folder. The text stays as it is. */
export async function planMigration(skillet: Skillet, options: MigrateOptions = {}): Promise<Migration> {
  const moves: CommandMove[] = []
  const problems: Problem[] = []
  const taken = new Set<string>()
  for (const { source, listing } of await skillet.copies("open")) {
    if (source.kind !== "commands" || source.trust === "policy") continue
    if (source.trust === "own" && options.user !== true) continue
    for (const command of listing.skills) {
      if (command.plugin !== undefined) continue
      const move = planMove(command, source.label)
      const wrong = typeof move === "string" ? move : whyNot(move, taken)
      if (typeof move !== "string" && wrong === undefined) moves.push(move)
      else problems.push(stays(command.path, wrong ?? ""))
      if (typeof move !== "string") taken.add(move.to)
    }
  }
  return { moves, problems }
}

/** Carries a plan out: each skill is written, and only then its command is gone. */
export function runMigration(moves: readonly CommandMove[]): void {
  for (const move of moves) {
    try {
      fs.mkdirSync(path.dirname(move.to), { recursive: true })
      fs.writeFileSync(move.to, move.after, { flag: "wx" })
      fs.unlinkSync(move.from)
    } catch (error) {
      if (!(error instanceof Error) || !("code" in error)) throw error
      const how = {
        retry: "no",
        next: "what was moved before it stays moved; run skillet migrate commands again to see what is left",
        cause: error,
      } as const
      throw new SkilletError("migrate.failed", `${move.from} could not be moved (${error.message})`, how)
    }
  }
}

function planMove(command: FoundSkill, root: string): CommandMove | string {
  const name = command.name
    .replaceAll(":", "-")
    .replace(/[^\p{L}\p{N}-]+/gu, "-")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase()
  if (name === "") return "no name for a skill can be made of its name"
  if (command.linked === true) return "it is a link; move the file it leads to"
  if (command.form === "folder") return "it lies in a folder of its own already; move the folder to skills"
  const before = fs.readFileSync(command.path, "utf8")
  const after = asSkill(before, { name, command: command.name })
  if (after === undefined) return "its header is refused"
  return {
    command: command.name,
    name,
    from: command.path,
    to: path.join(path.dirname(root), "skills", name, "SKILL.md"),
    before,
    after,
  }
}

function whyNot(move: CommandMove, taken: ReadonlySet<string>): string | undefined {
  if (fs.existsSync(move.to)) return `${move.to} is there already`
  return taken.has(move.to) ? `another command becomes ${move.name} too` : undefined
}

/** The same text with a name, a description, and its old name as an alias where that changed. */
function asSkill(text: string, names: { readonly name: string; readonly command: string }): string | undefined {
  const reading = readSkill(text)
  if (reading.kind === "refused") return undefined
  const { header, opening, block, body, fence, edits, blockLine } = reading.skill
  const lines = fence === "none" ? [] : editLines(block.split("\n"), edits, blockLine)
  const added = [
    ...(header.name === undefined ? writeField("name", names.name) : []),
    ...(header.description === undefined
      ? writeField("description", opening?.paragraph ?? `The command ${names.command}`)
      : []),
    ...(names.command === names.name ? [] : writeField("aliases", [names.command])),
  ]
  const kept =
    header.name === undefined
      ? lines
      : lines.map((line) => (/^name\s*:/.test(line) ? (writeField("name", names.name)[0] ?? line) : line))
  return [
    "---",
    ...added,
    ...kept,
    "---",
    ...(fence === "none" && !body.startsWith("\n") ? [""] : []),
    ...body.split("\n"),
  ].join("\n")
}

function stays(file: string, why: string): Problem {
  return problemAt(
    file,
    problem(
      "source.legacy",
      {},
      { message: `this command stays: ${why}`, fix: "mend that, then run skillet migrate commands again" },
    ),
  )
}
