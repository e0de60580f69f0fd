import fs from "node:fs"
import path from "node:path"
import type { ItemKey } from "../../../agents/agent-driver.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"
import { replaceFile } from "../../../system/files/replace-file.ts"
import {
  type ChangedFile,
  type ChangesCause,
  cutPatch,
  readChangedFiles,
  type RecordedChanges,
} from "../../changes/changes.ts"
import type { Run } from "../../model.ts"
import { toFileName } from "../agents/agent-files.ts"
import { locateChanges, locateMoments, MOMENT } from "./locate-changes.ts"
import { type CheckoutMoment, compareTrees, lookAtCheckout, type SeenMoment } from "./checkout-moment.ts"

/**
 * What changed in the checkout of a run, from one report to the next.
 *
 * 1. It is recorded only for runs that were started so. The others pay for one look whether a file is there.
 * 2. It is beside the database, as transcripts are, and no decision reads it: without it a run continues the same way.
 *    What could not be recorded is said where the changes would be.
 * 3. Moments belong to a tree of runs, and each is compared with the one before. What is between two of them happened in
 *    the checkout, by anybody. Two reports at once may both show the same change.
 */
type Env = Readonly<Record<string, string | undefined>>

const MOST_PATCH = 256 * 1024
const MOST_LISTED = 500
/** All changes of one visit: a step whose items are reported one by one. */
const MOST_RECORDED = 4 * 1024 * 1024

/** The first moment. Where it cannot be recorded, such as outside a checkout, the first report says why. */
export async function beginChanges(env: Env, { id, directory }: Pick<Run, "id" | "directory">): Promise<void> {
  if (directory === undefined) return
  const folder = locateMoments(env, id)
  makeDirectory(folder, 0o700)
  try {
    keepMoment(folder, (await lookAtCheckout({ folder, env }, directory)).moment)
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    writeJson(path.join(folder, MOMENT), { directory, unknown: error.message } satisfies NoMoment)
  }
}

/** What changed since the moment before, which ends with this one. */
export async function recordChanges(env: Env, key: ItemKey, cause: ChangesCause): Promise<void> {
  const folder = locateMoments(env, key.run)
  const before = readJson<CheckoutMoment | NoMoment>(path.join(folder, MOMENT))
  if (before === undefined) return
  const looking = { folder, env }
  try {
    const seen = await lookAtCheckout(looking, before.directory, "tree" in before ? before : undefined)
    const changes = "tree" in before ? await compareMoments(looking, before, seen) : nothingKnown(before.unknown)
    keepMoment(folder, seen.moment, "tree" in before ? before.index : undefined)
    keepChanges(env, {
      ...key,
      cause,
      since: "tree" in before ? before.at : seen.moment.at,
      at: seen.moment.at,
      ...changes,
    })
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    const at = Date.now()
    writeJson(path.join(folder, MOMENT), { directory: before.directory, unknown: error.message } satisfies NoMoment)
    keepChanges(env, { ...key, cause, since: "tree" in before ? before.at : at, at, ...nothingKnown(error.message) })
  }
}

/** The tree of runs has ended: what was recorded stays, and what it was compared with goes. */
export function endChanges(env: Env, root: string): void {
  fs.rmSync(locateMoments(env, root), { recursive: true, force: true })
}

/** The changes of a run in the order of their recording, or those of one visit. */
export function listChanges(
  env: Env,
  run: string,
  at?: { readonly step: string; readonly round: number },
): readonly RecordedChanges[] {
  const folder = locateChanges(env, run)
  const files = at === undefined ? listFiles(folder) : [path.join(folder, nameVisit(at))]
  return files.flatMap(readLines).sort((one, other) => one.at - other.at)
}

/** A moment that could not be recorded. The next one begins anew. */
interface NoMoment {
  readonly directory: string
  readonly unknown: string
}

type Compared = Pick<RecordedChanges, "total" | "files" | "patch" | "leftOut" | "unknown">

function nothingKnown(unknown: string): Compared {
  return { unknown, total: 0, files: [], patch: "", leftOut: 0 }
}

async function compareMoments(
  looking: Parameters<typeof compareTrees>[0],
  before: CheckoutMoment,
  { moment, sizes }: SeenMoment,
): Promise<Compared> {
  const { listed, patch } = await compareTrees(looking, before, moment)
  const small = readChangedFiles(listed).filter((file) => moment.large[file.path] === undefined)
  const large = Object.entries(moment.large)
    .filter(([name, state]) => before.large[name] !== state)
    .map(([name]): ChangedFile => ({ path: name, kind: "changed" }))
  const gone = Object.keys(before.large)
    .filter((name) => moment.large[name] === undefined && !sizes.has(name))
    .map(
      (name): ChangedFile => ({
        path: name,
        kind: fs.existsSync(path.join(moment.directory, name)) ? "changed" : "removed",
      }),
    )
  const files = [...small, ...large, ...gone].map((file) => ({
    ...file,
    bytes: file.kind === "removed" ? undefined : sizes.get(file.path),
  }))
  return { total: files.length, files: files.slice(0, MOST_LISTED), ...cutPatch(patch, MOST_PATCH) }
}

function keepMoment(folder: string, moment: CheckoutMoment, old?: string): void {
  writeJson(path.join(folder, MOMENT), moment)
  if (old !== undefined && old !== moment.index) fs.rmSync(path.join(folder, old), { force: true })
}

function keepChanges(env: Env, changes: RecordedChanges): void {
  const folder = locateChanges(env, changes.run)
  makeDirectory(folder, 0o700)
  const file = path.join(folder, nameVisit(changes))
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const kept = size > MOST_RECORDED ? { ...changes, patch: "", leftOut: changes.total } : changes
  fs.appendFileSync(file, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
}

function nameVisit({ step, round }: { readonly step: string; readonly round: number }): string {
  return `${toFileName(step)}.${round}.jsonl`
}

function listFiles(folder: string): readonly string[] {
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder).flatMap((name) => (name.endsWith(".jsonl") ? [path.join(folder, name)] : []))
}

/** A line that was cut off by a crash is left out. */
function readLines(file: string): readonly RecordedChanges[] {
  if (!fs.existsSync(file)) return []
  const lines = fs.readFileSync(file, "utf8").split("\n").slice(0, -1)
  return lines.flatMap((line) => parseJson<RecordedChanges>(line) ?? [])
}

function writeJson(file: string, value: CheckoutMoment | NoMoment): void {
  replaceFile(file, JSON.stringify(value), { mode: 0o600 })
}

function readJson<Value>(file: string): Value | undefined {
  return fs.existsSync(file) ? parseJson<Value>(fs.readFileSync(file, "utf8")) : undefined
}

function parseJson<Value>(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
