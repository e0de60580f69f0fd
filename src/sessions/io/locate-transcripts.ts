import fs from "node:fs"
import path from "node:path"
import type { Surroundings } from "../../hosts/profile.ts"
import { placeProblem, type Problem } from "../../problem/problem.ts"
import { describeError } from "../../problem/failure.ts"
import { requireAbsolute } from "../../text/folder-paths.ts"
import { sessionProblem } from "../problems.ts"
import type { AgentHost } from "../session.ts"

export interface TranscriptFile {
  readonly host: AgentHost
  readonly file: string
  readonly bytes: number
  readonly changed: number
}

/** A directory or database in which a host keeps transcripts, and how many files are there. */
export interface LookedPlace {
  readonly host: AgentHost
  readonly place: string
  /** Undefined if the place does not exist. */
  readonly files?: number | undefined
}

export interface LocatedTranscripts {
  readonly files: readonly TranscriptFile[]
  readonly looked: readonly LookedPlace[]
  readonly problems: readonly Problem[]
}

interface TranscriptPlace {
  readonly host: AgentHost
  readonly at: string
  /** What a transcript is called, from the place. */
  readonly named: RegExp
}

/** Where each host keeps the transcripts of this user, as its variables say. */
export function listTranscriptPlaces(
  around: Pick<Surroundings, "home" | "config" | "codexHome" | "geminiHome">,
  env: Readonly<Record<string, string | undefined>>,
): readonly TranscriptPlace[] {
  const data = requireAbsolute(env["XDG_DATA_HOME"]) ?? path.join(around.home, ".local/share")
  const claude = around.config.claude ?? path.join(around.home, ".claude")
  const rollout = /(?:^|\/)rollout-[^/]+\.jsonl$/
  return [
    {
      host: "claude",
      at: path.join(claude, "projects"),
      named: /^[^/]+\/(?:[^/]+|[^/]+\/subagents\/(?:.+\/)?agent-[^/]+)\.jsonl$/,
    },
    { host: "codex", at: path.join(around.codexHome, "sessions"), named: rollout },
    { host: "codex", at: path.join(around.codexHome, "archived_sessions"), named: rollout },
    { host: "opencode", at: path.join(data, "opencode/opencode.db"), named: /^$/ },
    { host: "gemini", at: path.join(around.geminiHome, ".gemini/tmp"), named: /^[^/]+\/chats\/(?:.+\/)?[^/]+\.jsonl$/ },
  ]
}

const MOST_DEEP = 6

/** The transcripts in these places. Links below a place and files of other users are not followed, and are problems. */
export function locateTranscripts(places: readonly TranscriptPlace[]): LocatedTranscripts {
  const problems: Problem[] = []
  const files: TranscriptFile[] = []
  const looked = places.map(({ host, at, named }): LookedPlace => {
    const before = files.length
    const root = findReal(at, problems)
    if (root === undefined) return { host, place: at }
    visit(root, "", (file, name, stat) => {
      if (named.test(name)) files.push({ host, file, bytes: stat.size, changed: stat.mtimeMs })
    })
    return { host, place: at, files: files.length - before }
  })
  return { files, looked, problems }

  function visit(at: string, name: string, found: (file: string, name: string, stat: fs.Stats) => void): void {
    const stat = tryReading(at, problems, () => fs.lstatSync(at))
    if (stat === undefined) return
    if (stat.isFile() && isForeign(stat)) return void problems.push(skip(at, "it belongs to another user"))
    if (stat.isFile()) return found(at, name, stat)
    if (stat.isSymbolicLink() && at.endsWith(".jsonl")) return void problems.push(skip(at, "it is a link"))
    if (!stat.isDirectory() || name.split("/").length > MOST_DEEP) return
    for (const entry of tryReading(at, problems, () => fs.readdirSync(at)) ?? [])
      visit(path.join(at, entry), name === "" ? entry : `${name}/${entry}`, found)
  }
}

/** The user may have linked the place itself. */
function findReal(place: string, problems: Problem[]): string | undefined {
  if (!fs.existsSync(place)) return undefined
  return tryReading(place, problems, () => fs.realpathSync(place))
}

function tryReading<Result>(at: string, problems: Problem[], read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error
    // It was removed meanwhile.
    if (error.code !== "ENOENT")
      problems.push(placeProblem(at, sessionProblem("session.unreadable", {}, { message: describeError(error) })))
    return undefined
  }
}

function isForeign({ uid }: fs.Stats): boolean {
  const user = process.geteuid?.()
  return user !== undefined && uid !== user
}

function skip(at: string, why: string): Problem {
  return placeProblem(at, sessionProblem("session.skipped", {}, { message: `the transcript was not read: ${why}` }))
}
