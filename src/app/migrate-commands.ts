import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import { MAX_FILE, readSafely } from "../adapters/files/read-safely.ts"
import type { FoundSkill } from "../ports/skill-source.ts"
import { SkilletError } from "../problem/failure.ts"
import { editLines } from "../skill/header/edit-lines.ts"
import { writeField } from "../skill/header/write.ts"
import { type Problem, problemAt } from "../problem/problem.ts"
import { problem } from "../skill/problems.ts"
import { readSkill, type SkillText } from "../skill/read-skill.ts"
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
  const linked = linkedFolder(command, root)
  if (linked !== undefined) return `${linked} is a link; move what it leads to`
  if (command.form === "folder") return "it lies in a folder of its own already; move the folder to skills"
  const bytes = readSafely(command.realPath, MAX_FILE)
  if (!isUtf8(bytes)) return "it is not UTF-8"
  const before = bytes.toString("utf8")
  const after = asSkill(before, { name, command: command.name })
  if (after === undefined) return "its header cannot be carried over without changing what it says; move it by hand"
  const to = path.join(path.dirname(root), "skills", name, "SKILL.md")
  return { command: command.name, name, from: command.path, to, before, after }
}

/** A link on the way: moving the file would take it from somewhere else, or put it there. */
function linkedFolder(command: FoundSkill, root: string): string | undefined {
  const skills = path.join(path.dirname(root), "skills")
  const below = path.relative(root, path.dirname(command.path)).split(path.sep)
  const folders = below.map((_, at) => path.join(root, ...below.slice(0, at + 1)))
  return [skills, root, ...folders].find((folder) => fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
}

function whyNot(move: CommandMove, taken: ReadonlySet<string>): string | undefined {
  if (fs.existsSync(move.to)) return `${move.to} is there already`
  return taken.has(move.to) ? `another command becomes ${move.name} too` : undefined
}

/**
 * The same text with a name, a description, and its old name as an alias where that changed. It is read again: where
 * it would say anything else than before, there is none.
 */
function asSkill(text: string, names: { readonly name: string; readonly command: string }): string | undefined {
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
