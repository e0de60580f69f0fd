import path from "node:path"
import { isMap } from "../../../text/is-map.ts"
import type { Outcome } from "../../../workflow/outcome.ts"
import type { Step } from "../../../workflow/workflow.ts"
import { type Decision, refuse } from "./decision.ts"
import { listPlainLines } from "./gate/review-answer.ts"
import { parseAnswerValue } from "./take-answer.ts"

/** A place that a report names: `src/a.ts:12`, or `src/a.ts:12-40`. */
export interface ReportedPlace {
  readonly path: string
  /** The last line it names. */
  readonly line: number
}

/** A place that does not exist, as it was written, and why. */
export interface MissingPlace {
  readonly place: string
  readonly why: string
}

/** The lines of a file in the project; `unknown` if it is outside or cannot be counted. */
export type LineCount = number | "missing" | "unknown"

/** Places in a report are checked unless its step says that they need not exist, or another command checks the report. */
export function mustCheckPlaces(step: Step | undefined): boolean {
  if (step?.kind !== "do" && step?.kind !== "dispatch" && step?.kind !== "fanout") return false
  return step.places !== "unchecked" && step.reportedBy === undefined
}

const MOST_PLACES = 200
const SEGMENT = String.raw`[\p{L}\p{N}_.@+~-]+`
const INNER = String.raw`[\p{L}\p{N}_.@+~()[\]-]+`
const PLACE = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.@+~/\\:$%{}<>-])((?:${SEGMENT})(?:/${INNER})*\.([A-Za-z][A-Za-z0-9]{0,9})):(\d{1,7})(?:[-–](\d{1,7}))?(?![\p{L}\p{N}_])`,
  "gu",
)
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi
/** What somebody else wrote: it may name places that are gone. */
const QUOTED = /"[^"\n]*"|“[^”\n]*”/g

/**
 * The places that a report names. Only `path:line` counts, outside code fences, quotations and addresses, so that
 * nothing else is taken for one. A path without a directory must end like a source file: `example.com:443` is not a place.
 */
export function findPlaces(text: string): readonly ReportedPlace[] {
  const found = new Map<string, ReportedPlace>()
  for (const part of listTexts(parseAnswerValue(text)))
    for (const line of listPlainLines(part))
      for (const place of findInLine(line)) found.set(`${place.path}:${place.line}`, place)
  return [...found.values()].slice(0, MOST_PLACES)
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  if (Array.isArray(value)) return value.flatMap(listTexts)
  return isMap(value) ? Object.values(value).flatMap(listTexts) : []
}

const LONGEST_LINE = 4000

function findInLine(line: string): readonly ReportedPlace[] {
  const own = line.slice(0, LONGEST_LINE).replaceAll(ADDRESS, " ").replaceAll(QUOTED, " ")
  return [...own.matchAll(PLACE)].flatMap(([, named = "", extension = "", first = "", last]) =>
    named.includes("/") || sourceExtensions.has(extension.toLowerCase())
      ? [{ path: named, line: Math.max(Number(first), Number(last ?? first)) }]
      : [],
  )
}

const sourceExtensions = new Set(
  (
    "ts tsx mts cts js jsx mjs cjs py rb go rs java kt kts swift c h cc cpp hpp cs php pl lua ex exs erl hs clj scala dart " +
    "md mdx rst txt json jsonc yaml yml toml ini cfg css scss less html vue svelte sql proto graphql xml gradle tf csv"
  ).split(" "),
)

/** Which of the places do not exist. A path may be written from the project or from a directory that the run is about. */
export async function findMissingPlaces(
  places: readonly ReportedPlace[],
  directories: readonly string[],
  count: (file: string) => Promise<LineCount>,
): Promise<readonly MissingPlace[]> {
  const missing: MissingPlace[] = []
  for (const place of places) {
    const why = await explainMissing(place, directories, count)
    if (why !== undefined) missing.push({ place: `${place.path}:${place.line}`, why })
  }
  return missing
}

async function explainMissing(
  { path: named, line }: ReportedPlace,
  directories: readonly string[],
  count: (file: string) => Promise<LineCount>,
): Promise<string | undefined> {
  let why = "there is no such file"
  for (const directory of ["", ...directories]) {
    const lines = await count(path.posix.join(directory, named))
    if (lines === "unknown" || (lines !== "missing" && line >= 1 && line <= lines)) return undefined
    if (lines !== "missing") why = `the file has ${lines === 1 ? "1 line" : `${lines} lines`}`
  }
  return why
}

const LONGEST_DIRECTORY = 200

/** The parameters of a run that may name a directory. */
export function listNamedDirectories(params: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.values(params).filter(
    (value): value is string =>
      typeof value === "string" && value.length <= LONGEST_DIRECTORY && /^[^\s:*?]+$/.test(value) && value !== ".",
  )
}

const MOST_SHOWN = 5

/** A report that names places that do not exist goes back. One that says that the step failed is taken as it is. */
export function refuseMissingPlaces(
  step: Step,
  outcome: Outcome,
  missing: readonly MissingPlace[],
): Decision | undefined {
  if (missing.length === 0 || outcome === "fail") return undefined
  const shown = missing.slice(0, MOST_SHOWN).map(({ place, why }) => `${place} (${why})`)
  const more = missing.length > MOST_SHOWN ? [`${missing.length - MOST_SHOWN} more`] : []
  return refuse(
    "run.place-missing",
    `the output of ${step.id} names ${missing.length === 1 ? "a place that does" : "places that do"} not exist: ${[...shown, ...more].join("; ")}`,
    "open each place again, correct path and line, and report it again; paths begin at the project's top directory; name a file that is gone or not yet written without a line",
  )
}
