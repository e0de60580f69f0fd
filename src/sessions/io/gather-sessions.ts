import fs from "node:fs"
import path from "node:path"
import type { Session } from "../../catalog/io/session/open-session.ts"
import type { Problem } from "../../problem/problem.ts"
import { saveFile } from "../../system/files/replace-file.ts"
import { version } from "../../system/version.ts"
import { isMap } from "../../text/is-map.ts"
import { sha256 } from "../../text/sha256.ts"
import { digestSession, type SessionDigest } from "../digest-session.ts"
import { hidesCalls } from "../problems.ts"
import type { AgentHost } from "../session.ts"
import { digestOpencode, type OpencodeDigest } from "./digest-opencode.ts"
import { listTranscriptPlaces, locateTranscripts, type LookedPlace, type TranscriptFile } from "./locate-transcripts.ts"
import { describeUnreadable, readTranscript } from "./read-transcript.ts"

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
  /** Of a file with many sessions: each of them, so that only those that change are read again. */
  readonly each?: readonly OpencodeDigest[] | undefined
}

async function digestFile(file: TranscriptFile, cache: string | undefined): Promise<Digested> {
  const stamp = toStamp(file)
  if (file.host === "opencode") return digestDatabase(file, { cache, stamp })
  const { sessions, problems } = await readTranscript(file.file, file.host)
  const isDamaged = problems.some(hidesCalls)
  const digested = { file: file.file, sessions: sessions.map((one) => digestSession(one, isDamaged)), problems }
  if (cache !== undefined && isSettled(file))
    saveFile(locateDigest(cache, file), `${stamp}\n${JSON.stringify(digested)}`)
  return digested
}

interface Storing {
  readonly cache: string | undefined
  /** Of the file as it was before it was read. */
  readonly stamp: string
}

function digestDatabase(file: TranscriptFile, { cache, stamp }: Storing): Digested {
  const earlier = cache === undefined ? undefined : loadStored(cache, file)
  try {
    const { digests } = digestOpencode(file.file, earlier?.digested.each ?? [], Date.now())
    const digested = {
      file: file.file,
      sessions: digests.map(({ digest }) => digest),
      problems: digests.flatMap(({ problems }) => problems),
      each: digests,
    }
    // While opencode works its database changes all the time; then the stored stamp fits no file.
    if (cache !== undefined)
      saveFile(
        locateDigest(cache, file),
        `${isSettled(file) ? stamp : `${toEdition()} -`}\n${JSON.stringify(digested)}`,
      )
    return digested
  } catch (error) {
    return { file: file.file, sessions: [], problems: [describeUnreadable(file.file, error)] }
  }
}

/** A file that was changed just now may change again within the same moment. */
function isSettled(file: TranscriptFile): boolean {
  return Date.now() - findChange(file) > 2500
}

function loadDigest(cache: string, file: TranscriptFile): Digested | undefined {
  const stored = loadStored(cache, file)
  return stored?.stamp === toStamp(file) ? stored.digested : undefined
}

/** What was stored for a file, also if the file was changed since. */
function loadStored(cache: string, file: TranscriptFile) {
  try {
    const text = fs.readFileSync(locateDigest(cache, file), "utf8")
    const cut = text.indexOf("\n")
    const stamp = text.slice(0, cut)
    if (!stamp.startsWith(`${toEdition()} `)) return undefined
    const parsed: unknown = JSON.parse(text.slice(cut + 1))
    const isDigested = isMap(parsed) && Array.isArray(parsed["sessions"]) && Array.isArray(parsed["problems"])
    return isDigested ? { stamp, digested: parsed as unknown as Digested } : undefined
  } catch (error) {
    // A digest that cannot be read is made again.
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return undefined
    throw error
  }
}

/** Must change whenever a reader of transcripts or of steps changes. */
const EDITION = 6

function toEdition(): string {
  return `${EDITION} ${version}`
}

function toStamp(file: TranscriptFile): string {
  return `${toEdition()} ${file.bytes} ${findChange(file)}`
}

/** What opencode changed last may be in the log beside its database. */
function findChange({ host, file, changed }: TranscriptFile): number {
  if (host !== "opencode") return changed
  return Math.max(changed, fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0)
}

function locateDigest(cache: string, { host, file }: TranscriptFile): string {
  return path.join(cache, "sessions", `${host}-${sha256(file).slice(0, 24)}.json`)
}
