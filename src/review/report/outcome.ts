import { evidenceText } from "../../analysis/evidence.ts"
import { shownName } from "../../finding/file-name.ts"
import { severities, type Severity } from "../../finding/severity.ts"
import { readItem, reviewersOf } from "../reviewers.ts"
import type { FlowStep } from "../../finding/flow-step.ts"
import type { Rejected, RejectedWhy, ReviewFinding } from "../../claims/review-finding.ts"
import type { ReviewReport, UnreadFile } from "../review-data.ts"

/** What did not come to an end, in words: patterns, files that were to be reviewed, and tasks that failed. */
export function unfinished({
  incomplete,
  usage,
  unread = [],
}: Pick<ReviewReport, "incomplete" | "usage" | "unread">): readonly string[] {
  const failed = usage.filter(
    ({ agent, status }) => status === "failed" && !incomplete.some((one) => one.startsWith(`${agent} `)),
  )
  const missed = unread.filter(({ isWanted }) => isWanted).map(unreadText)
  return [...new Set([...missed, ...incomplete, ...failed.map(({ agent, phase }) => `${agent} (${phase}) failed`)])]
}

/** Files that were in scope and are none that a review looks at, such as images. */
export function leftAside({ unread = [] }: Pick<ReviewReport, "unread">): readonly string[] {
  return unread.filter(({ isWanted }) => !isWanted).map(unreadText)
}

function unreadText({ path, why }: UnreadFile): string {
  return `${shownName(path)}: ${why}`
}

/** The categories of agents that failed or could not be read: what they would have found is unknown. */
export function unfinishedCategories({
  kind,
  usage,
  incomplete,
}: Pick<ReviewReport, "kind" | "usage" | "incomplete">): ReadonlySet<string> {
  const failed = new Set(usage.filter(({ status }) => status === "failed").map(({ agent }) => readItem(agent).reviewer))
  const isOpen = (id: string) =>
    failed.has(id) || incomplete.some((one) => one.startsWith(`${id} `) || one.startsWith(`${id}.`))
  return new Set(reviewersOf(kind).flatMap(({ id, category }) => (isOpen(id) ? [category] : [])))
}

/** Whether "passed" is true: everything came to its end, and nothing that was found or claimed is not shown. */
export function isPassed(report: ReviewReport): boolean {
  return isClean(report) && unfinished(report).length === 0 && notShownTexts(report).length === 0
}

/** How many claims were made and are not in the report. */
function thrownAway({ rejected, invalid, falsePositives }: ReviewReport): number {
  return rejected.length + invalid.length + falsePositives.reduce((sum, { count }) => sum + count, 0)
}

/** What the summary says of those, whatever else it says; empty where there are none. */
function thrownAwayText(report: ReviewReport): string {
  const count = thrownAway(report)
  return count === 0 ? "" : `${counted(count, "claim")} of reviewers rejected or judged not to hold`
}

/** `12 more for --persona pedantic`; empty where everything is shown. */
export function furtherText({ further = [] }: ReviewReport): string {
  const apart = further.reduce((sum, one) => sum + one.apart, 0)
  const where = apart === 0 ? "" : ` (${apart} in tests, examples or code of others)`
  return further.length === 0
    ? ""
    : `${further.map(({ persona, findings }) => `${findings} more for --persona ${persona}`).join(", ")}${where}`
}

/** What was found or claimed and is not in the report, one clause each. */
export function notShownTexts(report: ReviewReport): readonly string[] {
  return [furtherText(report), thrownAwayText(report)].filter((text) => text !== "")
}

/** `12 checklist items acknowledged as clean by 2 agents`; empty where nobody did. */
export function acknowledgedText({ clean = [] }: Pick<ReviewReport, "clean">): string {
  const items = clean.reduce((sum, one) => sum + one.items.length, 0)
  return items === 0
    ? ""
    : `${counted(items, "checklist item")} acknowledged as clean by ${counted(clean.length, "agent")}, not checked`
}

/** Whether there is nothing to say against the files. */
export function isClean({ findings, insights, leftOut }: ReviewReport): boolean {
  return findings.length + insights.length === 0 && leftOut === undefined
}

/** `1 critical, 2 minor`. */
export function severityCounts(found: readonly { readonly severity: Severity }[]): string {
  return severities
    .map((severity) => ({ severity, count: found.filter((one) => one.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`)
    .join(", ")
}

/** How many were not taken for each reason, most frequent first. */
export function rejectedCounts(rejected: readonly Rejected[]): readonly (readonly [RejectedWhy, number])[] {
  const counts = new Map<RejectedWhy, number>()
  for (const { why } of rejected) counts.set(why, (counts.get(why) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

/** Each a clause of its own, so that it reads the same after one and after many. */
export const rejectedBecause: Readonly<Record<RejectedWhy, string>> = {
  unreadable: "the answer could not be read",
  "not-a-finding": "title, place or severity is missing",
  "no-such-file": "the file is not under review",
  "no-such-line": "the line does not exist",
  "code-not-there": "the quoted code is not there",
  "outside-change": "the change does not touch the line",
  "skip-zone": "a finding of the same kind is known next to it",
  "below-threshold": "its severity is below what the round asks for",
  "too-many": "the round allows no more",
  "false-positive-rule": "a false-positive rule covers it",
  "false-claim": "the pattern it names does not match",
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The way of a value in lines: where it enters, what passes it on, where it does harm. */
export function stepTexts({ steps = [] }: Pick<ReviewFinding, "steps">): readonly StepText[] {
  const roles = ["input", "way", "sink"] as const
  return roles.flatMap((role) => {
    const own = steps.filter((step) => step.role === role)
    return own.length === 0
      ? []
      : [
          {
            role,
            places: own.map((step) => ({ place: placeOf({ file: step.file, line: step.line }), text: step.text })),
          },
        ]
  })
}

export interface StepText {
  readonly role: FlowStep["role"]
  readonly places: readonly { readonly place: string; readonly text: string }[]
}

/** Whether everybody who was asked answered, and everything that was wanted was read. */
export function isExecuted({ usage, failedAgents = [], unread = [] }: ReviewReport): boolean {
  const isFailed = failedAgents.length > 0 || usage.some(({ status }) => status === "failed")
  return !isFailed && !unread.some(({ isWanted }) => isWanted)
}

/** `src/a.ts:42`, or `src/a.ts:42-44`. */
export function placeOf({
  file,
  line,
  endLine = line,
}: {
  readonly file: string
  readonly line: number
  readonly endLine?: number
}): string {
  const name = shownName(file)
  return endLine > line ? `${name}:${line}-${endLine}` : `${name}:${line}`
}

/** How far a pattern of ours was measured; nothing for one of a skill of somebody else. */
export function evidenceNote(pattern: string): string {
  const text = evidenceText(pattern)
  return text === undefined ? "" : ` (${text})`
}
