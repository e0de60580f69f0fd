import { type FileProblem, problem } from "../../../skill/problem.ts"
import { type RememberedFinding, rememberedStatuses, type ReviewBaseline } from "./review-baseline.ts"

/** Reads a baseline file's text. An entry that cannot be used is a problem; the others still hold. */
export function readReviewBaseline(text: string): {
  readonly baseline: ReviewBaseline
  readonly problems: readonly FileProblem[]
} {
  const value = parsed(text)
  if (typeof value === "string") return { baseline: { version: 1, findings: [] }, problems: [damaged(value)] }
  const read = value.map((entry, at) => ({ entry: entryOf(entry), at }))
  const wrong = read.filter(({ entry }) => typeof entry === "string")
  return {
    baseline: { version: 1, findings: read.flatMap(({ entry }) => (typeof entry === "string" ? [] : [entry])) },
    problems: wrong.map(({ entry, at }) => damaged(`entry ${at + 1} of the baseline has ${String(entry)}`)),
  }
}

/** As it is kept in a file: two blanks of indentation and a last newline, for people who read changes. */
export function reviewBaselineText(baseline: ReviewBaseline): string {
  return `${JSON.stringify(baseline, null, 2)}\n`
}

function damaged(message: string): FileProblem {
  return problem("review.bad-baseline", {}, { message, fix: "Write the baseline again, or mend the entry by hand." })
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
  if (version !== 1) return `the baseline has version ${JSON.stringify(version) ?? "none"}, and 1 is what can be read`
  return Array.isArray(findings) ? findings : "the baseline has no list of findings"
}

const texts = ["fingerprint", "file", "title", "issue", "code"] as const

/** The entry, or what it lacks. */
function entryOf(value: unknown): RememberedFinding | string {
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
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== ""
}
