import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import { MAX_FILE, readSafely } from "../../adapters/files/read-safely.ts"
import type { FoundSkill } from "../../ports/skill-source.ts"
import { SkilletError } from "../../problem/failure.ts"
import { type Problem, problemAt } from "../../problem/problem.ts"
import { commandAsSkill } from "../../skill/command-as-skill.ts"
import { problem } from "../../skill/problems.ts"
import type { Skillet } from "../session/open-skillet.ts"
import { makeDirectory } from "../../adapters/files/make-directory.ts"

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
    problems.push(...listing.problems.filter(({ code }) => code === "source.link-leaves"))
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
      makeDirectory(path.dirname(move.to))
      fs.writeFileSync(move.to, move.after, { flag: "wx" })
      fs.unlinkSync(move.from)
      removeEmpty(path.dirname(move.from))
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

/** Directories that only held commands go with them, up to and with the one called commands. */
function removeEmpty(folder: string): void {
  if (fs.readdirSync(folder).length > 0) return
  fs.rmdirSync(folder)
  if (path.basename(folder) !== "commands") removeEmpty(path.dirname(folder))
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
  if (command.form === "folder") return "it is in a directory of its own already; move the directory to skills"
  const bytes = readSafely(command.realPath, MAX_FILE)
  if (!isUtf8(bytes)) return "it is not UTF-8"
  const before = bytes.toString("utf8")
  const after = commandAsSkill(before, { name, command: command.name })
  if (after === undefined) return "its frontmatter cannot be converted without changing its meaning; move it by hand"
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

function stays(file: string, why: string): Problem {
  return problemAt(
    file,
    problem(
      "source.legacy",
      {},
      { message: `this command stays: ${why}`, fix: "fix that, then run skillet migrate commands again" },
    ),
  )
}
