import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import { MAX_FILE, readSafely } from "../../../system/files/read-safely.ts"
import {
  type CommandFacts,
  listCommandFolders,
  type CommandMove,
  isMoved,
  planMove,
  notMovedProblem,
  explainNotMoved,
} from "../../move-command.ts"
import type { FoundSkill } from "../../skill-source.ts"
import { SkilletError } from "../../../problem/failure.ts"
import type { Problem } from "../../../problem/problem.ts"
import type { Session } from "../session/open-session.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"

/** What migrating the legacy commands would do; nothing is written. */
export interface CommandMigration {
  readonly moves: readonly CommandMove[]
  /** Commands that stay, and why. */
  readonly problems: readonly Problem[]
}

export interface MigrateOptions {
  /** Also the user's own commands. */
  readonly user?: boolean
}

/** Plans the move of every legacy command to a skill in the same directory. The text stays the same. */
export async function planMigration(skillet: Session, options: MigrateOptions = {}): Promise<CommandMigration> {
  const moves: CommandMove[] = []
  const problems: Problem[] = []
  const taken = new Set<string>()
  for (const { source, listing } of await skillet.copies("open")) {
    if (!isMoved(source, options.user === true)) continue
    problems.push(...listing.problems.filter(({ code }) => code === "source.link-leaves"))
    for (const command of listing.skills.filter(({ plugin }) => plugin === undefined)) {
      const move = planMove(command, source.label, gatherCommandFacts(command, source.label))
      const why = "why" in move ? move.why : explainNotMoved(move, { isThere: fs.existsSync(move.to), taken })
      if (why !== undefined) problems.push(notMovedProblem(command.path, why))
      if ("why" in move) continue
      if (why === undefined) moves.push(move)
      taken.add(move.to)
    }
  }
  return { moves, problems }
}

/** Executes a plan: writes each skill, and only then removes its command. */
export function runMigration(moves: readonly CommandMove[]): void {
  for (const move of moves) {
    try {
      makeDirectory(path.dirname(move.to))
      fs.writeFileSync(move.to, move.after, { flag: "wx" })
      fs.unlinkSync(move.from)
      for (const folder of listCommandFolders(move.from)) if (!removeEmpty(folder)) break
    } catch (error) {
      if (!(error instanceof Error) || !("code" in error)) throw error
      const how = {
        retry: "no",
        next: "the commands before it were moved; run skillet migrate commands again to see what is left",
        cause: error,
      } as const
      throw new SkilletError("migrate.failed", `${move.from} could not be moved (${error.message})`, how)
    }
  }
}

function removeEmpty(folder: string): boolean {
  if (fs.readdirSync(folder).length > 0) return false
  fs.rmdirSync(folder)
  return true
}

function gatherCommandFacts(command: FoundSkill, root: string): CommandFacts {
  return {
    linked: linkedFolder(command, root),
    read() {
      const bytes = readSafely(command.realPath, MAX_FILE)
      return isUtf8(bytes) ? bytes.toString("utf8") : undefined
    },
  }
}

/** A link in the path: moving the file would affect a place outside this directory. */
function linkedFolder(command: FoundSkill, root: string): string | undefined {
  const skills = path.join(path.dirname(root), "skills")
  const below = path.relative(root, path.dirname(command.path)).split(path.sep)
  const folders = below.map((_, at) => path.join(root, ...below.slice(0, at + 1)))
  return [skills, root, ...folders].find((folder) => fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
}
