import fs from "node:fs"
import path from "node:path"
import type { Session } from "../../catalog/io/session/open-session.ts"
import type { Problem } from "../../problem/problem.ts"
import { saveFile } from "../../system/files/replace-file.ts"
import { version } from "../../system/version.ts"
import { isMap } from "../../text/is-map.ts"
import { sha256 } from "../../text/sha256.ts"
import { digestSession, type SessionDigest } from "../digest-session.ts"
import type { AgentHost } from "../session.ts"
import { listTranscriptPlaces, locateTranscripts, type LookedPlace, type TranscriptFile } from "./locate-transcripts.ts"
import { readTranscript } from "./read-transcript.ts"

/** What all transcripts of this user on this machine show, as far as it counts. */
export interface GatheredSessions {
  readonly sessions: readonly (SessionDigest & { readonly file: string })[]
  readonly looked: readonly LookedPlace[]
  /** Files that were read now, and those whose digest was stored. */
  readonly read: number
  readonly known: number
  readonly problems: readonly Problem[]
}

interface Gathering {
  /** Only transcripts that were changed since. */
  readonly since?: number | undefined
  readonly hosts?: readonly AgentHost[] | undefined
}

/** Digests every transcript; one that was not changed since it was digested is not read again. */
export async function gatherSessions(
  { around, options, cache }: Pick<Session, "around" | "options" | "cache">,
  { since = 0, hosts }: Gathering = {},
): Promise<GatheredSessions> {
  const places = listTranscriptPlaces(around, options.env ?? process.env)
  const { files, looked, problems } = locateTranscripts(
    places.filter(({ host }) => hosts === undefined || hosts.includes(host)),
  )
  const wanted = files.filter((file) => findChange(file) >= since)
  const digested: Digested[] = []
  let known = 0
  for (const file of wanted) {
    const stored = cache === undefined ? undefined : loadDigest(cache, file)
    if (stored !== undefined) known++
    digested.push(stored ?? (await digestFile(file, cache)))
  }
  return {
    sessions: digested.flatMap(({ file, sessions }) => sessions.map((session) => ({ ...session, file }))),
    looked,
    read: wanted.length - known,
    known,
    problems: [...problems, ...digested.flatMap((one) => one.problems)],
  }
}

interface Digested {
  readonly file: string
  readonly sessions: readonly SessionDigest[]
  readonly problems: readonly Problem[]
}

async function digestFile(file: TranscriptFile, cache: string | undefined): Promise<Digested> {
  const stamp = toStamp(file)
  const { sessions, problems } = await readTranscript(file.file, file.host)
  const isDamaged = problems.some(({ level }) => level !== "note")
  const digested = { file: file.file, sessions: sessions.map((one) => digestSession(one, isDamaged)), problems }
  if (cache !== undefined && isSettled(file))
    saveFile(locateDigest(cache, file), `${stamp}\n${JSON.stringify(digested)}`)
  return digested
}

/** A file that was changed just now may change again within the same moment. */
function isSettled(file: TranscriptFile): boolean {
  return Date.now() - findChange(file) > 2500
}

function loadDigest(cache: string, file: TranscriptFile): Digested | undefined {
  try {
    const text = fs.readFileSync(locateDigest(cache, file), "utf8")
    const cut = text.indexOf("\n")
    if (text.slice(0, cut) !== toStamp(file)) return undefined
    const parsed: unknown = JSON.parse(text.slice(cut + 1))
    return isMap(parsed) && Array.isArray(parsed["sessions"]) && Array.isArray(parsed["problems"])
      ? (parsed as unknown as Digested)
      : undefined
  } catch (error) {
    // A digest that cannot be read is made again.
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return undefined
    throw error
  }
}

/** Must change whenever a reader of transcripts or of steps changes. */
const EDITION = 3

function toStamp(file: TranscriptFile): string {
  return `${EDITION} ${version} ${file.bytes} ${findChange(file)}`
}

/** What opencode changed last may be in the log beside its database. */
function findChange({ host, file, changed }: TranscriptFile): number {
  if (host !== "opencode") return changed
  return Math.max(changed, fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0)
}

function locateDigest(cache: string, { host, file }: TranscriptFile): string {
  return path.join(cache, "sessions", `${host}-${sha256(file).slice(0, 24)}.json`)
}
