import { redact } from "../../../../finding/redact.ts"
import type { FileProblem } from "../../../../problem/problem.ts"
import { claimProblem } from "../../problems.ts"
import type { ReviewFinding } from "../../review-finding.ts"
import { judgeSameness } from "../judge-sameness.ts"
import { identifyCause } from "./identify-cause.ts"
import { type Identity, type TextLookup, openIdentifier } from "./identify-finding.ts"

/** Findings with a recorded decision, so that later runs need not ask again. */
export interface ReviewBaseline {
  readonly version: 1
  readonly findings: readonly RememberedFinding[]
}

export interface RememberedFinding extends Omit<Identity, "isKnownIssue" | "isAlone" | "codeFingerprint"> {
  readonly known: boolean
  readonly alone: boolean
  readonly file: string
  readonly category: string
  readonly title: string
  /** The beginning of the text: enough to recognise the finding in other words. */
  readonly description: string
  readonly status: RememberedStatus
  readonly reason: string
  /** Only of a false positive: other findings with the same cause are false positives too. */
  readonly cause?: string | undefined
}

/** accepted: it is true, and may stay for now. wont-fix: it stays. false-positive: it is not true, here or elsewhere. */
export const rememberedStatuses = ["accepted", "wont-fix", "false-positive"] as const
export type RememberedStatus = (typeof rememberedStatuses)[number]

export interface BaselineApplied {
  /** Findings without a decision. */
  readonly findings: readonly ReviewFinding[]
  readonly remembered: readonly Remembered[]
  /** Entries without a finding: fixed, or their code has changed since the decision. */
  readonly gone: readonly RememberedFinding[]
}

/**
 * same: by its fingerprint. moved: the same code and issue, at a place that now has another name. cause: another place
 * where the same rule found the same code, which was decided to be a false positive.
 */
export interface Remembered {
  readonly finding: ReviewFinding
  readonly entry: RememberedFinding
  readonly match: "same" | "moved" | "cause"
}

/** A baseline of these findings, sorted, so that the same findings always give the same file. */
export function makeReviewBaseline(
  findings: readonly ReviewFinding[],
  decision: { readonly status: RememberedStatus; readonly reason: string },
  textOf: TextLookup,
): ReviewBaseline {
  const identify = openIdentifier(textOf)
  const entries = findings.map((finding): RememberedFinding => {
    const { fingerprint, issue, isKnownIssue, within, code, isAlone } = identify(finding)
    const { file, category } = finding
    const [title, description] = [redact(finding.title), redact(finding.description).slice(0, LONGEST)]
    const identity = { issue, known: isKnownIssue, code, alone: isAlone }
    const cause = decision.status === "false-positive" ? identifyCause(finding, textOf) : undefined
    const why = cause === undefined ? decision : { ...decision, cause }
    return { fingerprint, file, within, category, title, description, ...identity, ...why }
  })
  const byFingerprint = new Map(entries.map((entry) => [entry.fingerprint, entry]))
  return { version: 1, findings: [...byFingerprint.values()].sort(compareEntries) }
}

/**
 * Removes findings with a decision. An entry covers one finding; changed code needs a new decision. A false positive also
 * covers every other finding with the same cause.
 */
export function applyReviewBaseline(
  findings: readonly ReviewFinding[],
  baseline: ReviewBaseline,
  textOf: TextLookup,
): BaselineApplied {
  const identify = openIdentifier(textOf)
  const open = new Map(findings.map((finding) => [finding, identify(finding)]))
  const left = new Set(baseline.findings)
  const remembered: Remembered[] = []
  const take = (match: Remembered["match"], fits: (found: Found, entry: RememberedFinding) => boolean) => {
    for (const [finding, identity] of open) {
      const entry = [...left].find((one) => fits({ finding, identity }, one))
      if (entry === undefined) continue
      remembered.push({ finding, entry, match })
      open.delete(finding)
      left.delete(entry)
    }
  }
  take("same", isSame)
  take("moved", (found, entry) => found.finding.file === entry.file && isMoved(found, entry))
  take("moved", (found, entry) => found.identity.within === entry.within && isMoved(found, entry))
  const causes = new Map(
    baseline.findings.flatMap((entry) => (entry.cause === undefined ? [] : [[entry.cause, entry]])),
  )
  for (const finding of causes.size === 0 ? [] : [...open.keys()]) {
    const entry = causes.get(identifyCause(finding, textOf) ?? "")
    if (entry === undefined) continue
    remembered.push({ finding, entry, match: "cause" })
    open.delete(finding)
    left.delete(entry)
  }
  return { findings: findings.filter((finding) => open.has(finding)), remembered, gone: [...left] }
}

interface Found {
  readonly finding: ReviewFinding
  readonly identity: Identity
}

/** If lines of the same shape are around it, its literals must be the same too, because it might be another of them. */
function isSame({ finding, identity }: Found, entry: RememberedFinding): boolean {
  if (identity.fingerprint !== entry.fingerprint) return false
  const isOneOfThem = entry.code === identity.code || (entry.alone && identity.isAlone)
  return isOneOfThem && (entry.known || alike(finding, entry) >= HARDLY)
}

function isMoved({ finding, identity }: Found, entry: RememberedFinding): boolean {
  if (identity.code !== entry.code) return false
  const isSameIssue = entry.known && identity.isKnownIssue && entry.issue === identity.issue
  return isSameIssue || alike(finding, entry) >= ENOUGH
}

const LONGEST = 300
/** If the fingerprint fits but names only a category, the words must not be about something completely different. */
const HARDLY = 0.3
const ENOUGH = 0.5

/** How similar the two would be if both were about this line. An entry proves nothing: only its words count. */
function alike(finding: ReviewFinding, { title, description, category }: RememberedFinding): number {
  return judgeSameness(finding, { ...finding, title, description, category, proof: { pattern: "", line: 0 } }).score
}

function compareEntries(a: RememberedFinding, b: RememberedFinding): number {
  return compareText(a.file, b.file) || compareText(a.within, b.within) || compareText(a.fingerprint, b.fingerprint)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Reads the text of a baseline file. An entry that cannot be used is a problem; the others still count. */
export function readReviewBaseline(text: string): {
  readonly baseline: ReviewBaseline
  readonly problems: readonly FileProblem[]
} {
  const value = parsed(text)
  if (typeof value === "string") return { baseline: { version: 1, findings: [] }, problems: [damaged(value)] }
  const read = value.map((entry, at) => ({ entry: readRemembered(entry), at }))
  const wrong = read.filter(({ entry }) => typeof entry === "string")
  return {
    baseline: { version: 1, findings: read.flatMap(({ entry }) => (typeof entry === "string" ? [] : [entry])) },
    problems: wrong.map(({ entry, at }) => damaged(`entry ${at + 1} of the baseline has ${String(entry)}`)),
  }
}

/** The text of the file: indented by two spaces and with a final newline, for people who read diffs. */
export function renderReviewBaseline(baseline: ReviewBaseline): string {
  return `${JSON.stringify(baseline, null, 2)}\n`
}

function damaged(message: string): FileProblem {
  return claimProblem(
    "review.bad-baseline",
    {},
    { message, fix: "Write the baseline again, or correct the entry by hand." },
  )
}

function parsed(text: string): readonly unknown[] | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return "the baseline is not JSON"
  }
  const { version, findings } = (value ?? {}) as { readonly version?: unknown; readonly findings?: unknown }
  if (version !== 1)
    return `the baseline has version ${JSON.stringify(version) ?? "none"}, but only version 1 is supported`
  return Array.isArray(findings) ? findings : "the baseline has no list of findings"
}

const texts = ["fingerprint", "file", "title", "issue", "code"] as const

/** The entry, or what it lacks. */
function readRemembered(value: unknown): RememberedFinding | string {
  const entry = (value ?? {}) as Partial<Record<keyof RememberedFinding, unknown>>
  const missing = texts.find((key) => !isText(entry[key]))
  if (missing !== undefined) return `no ${missing}`
  if (!isText(entry.reason)) return "no reason"
  const status = rememberedStatuses.find((known) => known === entry.status)
  if (status === undefined) return `no status of ${rememberedStatuses.join(" or ")}`
  return {
    fingerprint: String(entry.fingerprint),
    file: String(entry.file),
    within: typeof entry.within === "string" ? entry.within : "",
    category: typeof entry.category === "string" ? entry.category : "",
    title: String(entry.title),
    description: typeof entry.description === "string" ? entry.description : "",
    issue: String(entry.issue),
    known: entry.known === true,
    code: String(entry.code),
    alone: entry.alone === true,
    status,
    reason: entry.reason,
    ...(status === "false-positive" && isText(entry.cause) ? { cause: entry.cause } : {}),
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== ""
}
