import fs from "node:fs"
import path from "node:path"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { Problem } from "../../problem/problem.ts"
import { formatDateTime } from "../../text/format-time.ts"
import type { AgentHost, RecordedSession } from "../session.ts"
import { gatherSessions } from "./gather-sessions.ts"
import { readTranscript } from "./read-transcript.ts"

/** A session with those of its sub-agents, and what could not be read. */
export interface FoundSession {
  readonly session: RecordedSession
  readonly file: string
  readonly subAgents: readonly { readonly session: RecordedSession; readonly file: string }[]
  /** Sub-agents that were started and whose transcript is not there. */
  readonly missing: number
  readonly problems: readonly Problem[]
}

/** Finds a session by the path of its transcript, or by its id or the beginning of it. */
export async function findSession(opened: Session, target: string): Promise<FoundSession> {
  const named = path.resolve(opened.around.cwd, target)
  if (fs.statSync(named, { throwIfNoEntry: false })?.isFile() === true) return readNamed(fs.realpathSync(named))
  const { sessions } = await gatherSessions(opened)
  const fitting = sessions.filter(({ id }) => id === target || (target.length >= 6 && id.startsWith(target)))
  const [found] = fitting
  if (found === undefined || fitting.length > 1) throw noSessionError(target, fitting.length > 1 ? fitting : sessions)
  return withSubAgents(found.file, found.host, found.id)
}

async function readNamed(file: string): Promise<FoundSession> {
  const host = recogniseHost(file)
  if (host !== undefined && host !== "opencode") return withSubAgents(file, host)
  const next =
    host === "opencode"
      ? "name a session of it by its id: ses_…"
      : "name the transcript of a session of Claude Code, Codex, opencode or Gemini CLI"
  const what =
    host === "opencode" ? "is opencode's database, with many sessions" : "is not a transcript that can be read"
  throw new SkilletError("session.not-a-transcript", `${file} ${what}`, { retry: "no", next })
}

/** What a host writes into each of its lines, in the first that can be read. */
function recogniseHost(file: string): AgentHost | undefined {
  const handle = fs.openSync(file, "r")
  try {
    const start = Buffer.alloc(256 * 1024)
    const text = start.subarray(0, fs.readSync(handle, start, 0, start.length, 0)).toString("latin1")
    if (text.startsWith("SQLite format 3\0")) return "opencode"
    // A first line may be longer than what was read, or damaged.
    if (/"type":\s*"session_meta"|"payload":\s*\{/.test(text)) return "codex"
    if (/"projectHash":/.test(text)) return "gemini"
    return /"sessionId":/.test(text) ? "claude" : undefined
  } finally {
    fs.closeSync(handle)
  }
}

async function withSubAgents(file: string, host: AgentHost, id?: string): Promise<FoundSession> {
  const { sessions, problems } = await readTranscript(file, host)
  const session = sessions.find((one) => id === undefined || one.id === id)
  if (session === undefined)
    throw new SkilletError("session.not-a-transcript", `${file} has no session that can be read`, {
      retry: "no",
      next: "skillet usage lists what it could not read",
    })
  if (host === "opencode") {
    const subAgents = sessions.filter(({ parent }) => parent === session.id).map((one) => ({ session: one, file }))
    return { session, file, subAgents, missing: countMissing(session, subAgents), problems }
  }
  const files = listBeside(file, session)
  const read = await Promise.all(files.map(async (one) => ({ file: one, ...(await readTranscript(one, host)) })))
  const subAgents = read.flatMap((one) =>
    one.sessions.filter(({ parent }) => parent === session.id).map((found) => ({ session: found, file: one.file })),
  )
  return {
    session,
    file,
    subAgents,
    missing: countMissing(session, subAgents),
    problems: [...problems, ...read.flatMap((one) => one.problems)],
  }
}

/** Sub-agents may have started others, which count too. */
function countMissing(session: RecordedSession, subAgents: FoundSession["subAgents"]): number {
  const started = [session, ...subAgents.map((one) => one.session)]
    .flatMap(({ events }) => events)
    .filter((event) => event.kind === "call" && event.action === "agent" && event.outcome !== "failed")
  return Math.max(0, started.length - subAgents.length)
}

/** Claude Code keeps sub-agents in a directory beside the session, Codex in files of their own in the same one. */
function listBeside(file: string, { events, host }: RecordedSession): readonly string[] {
  if (host === "claude") {
    const folder = path.join(file.replace(/\.jsonl$/, ""), "subagents")
    return list(folder).flatMap((name) => (/^agent-.*\.jsonl$/.test(name) ? [path.join(folder, name)] : []))
  }
  const started = events.flatMap((event) => (event.kind === "call" ? (event.started ?? []) : []))
  if (host !== "codex" || started.length === 0) return []
  const folder = path.dirname(file)
  return list(folder).flatMap((name) => (started.some((id) => name.includes(id)) ? [path.join(folder, name)] : []))
}

function list(folder: string): readonly string[] {
  return fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? fs.readdirSync(folder).sort() : []
}

const MOST_NAMED = 5

function noSessionError(
  target: string,
  sessions: readonly Pick<RecordedSession, "host" | "id" | "ended" | "parent" | "cwd">[],
): SkilletError {
  const latest = sessions
    .filter(({ parent }) => parent === undefined)
    .sort((a, b) => (b.ended ?? 0) - (a.ended ?? 0))
    .slice(0, MOST_NAMED)
    .map(
      ({ host, id, ended, cwd }) =>
        `${id} (${host}, ${ended === undefined ? "no time" : formatDateTime(ended)}, ${cwd ?? "?"})`,
    )
  return new SkilletError(
    "session.not-found",
    `no single session is "${target}": no such file, run or id${latest.length === 0 ? "" : `; the latest are ${latest.join(", ")}`}`,
    {
      retry: "no",
      next: "name a session by its id or by the path of its transcript; skillet usage says where transcripts are",
    },
  )
}
