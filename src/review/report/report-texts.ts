import { lookUpEvidence } from "@skillet/scan"
import type { Insight, Rejected, RejectedWhy, ReviewFinding } from "../claims/review-finding.ts"
import { renderFileName } from "../../finding/file-name.ts"
import type { FlowStep } from "../../finding/flow-step.ts"
import { severities, type Severity } from "../../finding/severity.ts"
import { describeCoverage, describeWithoutRules, summariseChecked } from "../scope/language-coverage.ts"
import { AGAINST, type ReviewReport, STAGED, type UnreadFile } from "../review-data.ts"
import { formatCount } from "../../text/format-count.ts"

/** The item of the judge for insights. */
export const INSIGHTS = "insights"

/** The judge of a file or of the insights, by the item it was asked under: `src/a.ts`, `src/a.ts//2`. */
export function describeJudge(item: string): string {
  if (item === INSIGHTS) return "the judge for the insights"
  const [file = "", number] = item.split("//")
  return `the judge for ${renderFileName(file)}${number === undefined ? "" : ` (${number})`}`
}

/** What rules checked, one line for each language. */
export function listCoverage({ coverage = [] }: Pick<ReviewReport, "coverage">): readonly string[] {
  return coverage.map(describeCoverage)
}

/** The title of these lines. */
export const COVERAGE = "Checked by rules:"

/** What a report without findings says was checked; for agents, and in old runs, the categories in which they finished. */
export function describeChecked(report: ReviewReport, finished: readonly string[]): string {
  const { depth, coverage = [] } = report
  if (depth !== "offline" || coverage.length === 0) return `Checked: ${finished.join(", ")}`
  return summariseChecked(coverage)
    .map((one) => `${one}.`)
    .join(" ")
}

/** The message if there was nothing to review. */
export function describeNothing({ scope, unread = [] }: Pick<ReviewReport, "scope" | "unread">): string {
  const [first] = unread
  if (first !== undefined)
    return unread.length === 1
      ? `Nothing was reviewed. ${unreadText(first)}.`
      : `Nothing was reviewed: for each of the ${unread.length} files in scope, the reason is above.`
  if (!(scope === STAGED || scope.startsWith(AGAINST))) return "Nothing was reviewed: no file is in scope."
  return scope === STAGED ? "No staged changes to review." : `No ${renderFileName(scope)} to review.`
}

/** Files in scope that no review looks at, such as images. */
export function describeLeftAside({ unread = [] }: Pick<ReviewReport, "unread">): readonly string[] {
  return describeUnreadFiles(unread.filter(({ isWanted }) => !isWanted))
}

/**
 * Many files that are left out for the same reason share one line. Changed files that should have been checked are all
 * named in it, the others by example.
 */
export function describeUnreadFiles(files: readonly UnreadFile[]): readonly string[] {
  const isDue = ({ isWanted, isChanged }: UnreadFile) => isWanted && isChanged
  const sorted = [...files.filter(isDue), ...files.filter((file) => !isDue(file))]
  const toKey = (file: UnreadFile) => `${isDue(file)} ${file.why}`
  return [...new Set(sorted.map(toKey))].flatMap((key) => {
    const group = sorted.filter((file) => toKey(file) === key)
    return describeGroup(group, group.some(isDue))
  })
}

function describeGroup(files: readonly UnreadFile[], namesAll: boolean): readonly string[] {
  const [first] = files
  if (first === undefined || files.length <= MOST_NAMED) return files.map(unreadText)
  const names = files.slice(0, namesAll ? files.length : SOME_NAMED).map(({ path }) => renderFileName(path))
  return [`${files.length} files, ${namesAll ? "" : "such as "}${names.join(", ")}: ${first.why}`]
}

const MOST_NAMED = 6
const SOME_NAMED = 3

function unreadText({ path, why }: UnreadFile): string {
  return `${renderFileName(path)}: ${why}`
}

/** How many claims were rejected. */
export function countRejected({ rejected }: Pick<ReviewReport, "rejected">): number {
  return rejected.reduce((sum, { count = 1 }) => sum + count, 0)
}

/** How the summary mentions them; empty if there are none. */
export function describeRejected(report: ReviewReport): string {
  const isUnread = ({ why }: Rejected) => why === "unreadable"
  const claims = report.rejected.filter((one) => !isUnread(one))
  const answers = new Set(report.rejected.filter(isUnread).map(({ agent, round }) => `${round} ${agent}`))
  const count = countRejected({ rejected: claims }) + report.invalid.length
  return [
    ...(count === 0 ? [] : [`${formatCount(count, "reviewer claim")} rejected or judged invalid`]),
    ...(answers.size === 0 ? [] : [`${formatCount(answers.size, "answer")} could not be read completely`]),
  ].join("; ")
}

/** `12 more for --persona pedantic`; empty if everything is shown. */
export function describeFurther({ further = [], lowered = [] }: ReviewReport): string {
  const apart = further.reduce((sum, one) => sum + one.apart, 0)
  const why = [
    ...(apart === 0 ? [] : [`${apart} in tests, examples, tools or third-party code`]),
    ...(lowered.length === 0 ? [] : [`${lowered.length} lowered by a judge`]),
  ]
  const where = why.length === 0 ? "" : ` (${why.join(", ")})`
  return further.length === 0
    ? ""
    : `${further.map(({ persona, findings }) => `${findings} more for --persona ${persona}`).join(", ")}${where}`
}

/** One of our findings that a judge lowered: what it is, where, why, and what the judge quoted. */
export function describeLoweredFinding(finding: ReviewFinding): string {
  const { id, severity, title, lowered } = finding
  const quoted = lowered === undefined ? "" : ` (quotes ${renderPlace(lowered.quoted)})`
  return `${id} ${renderPlace(finding)}, ${severity}: ${title}. The judge: ${lowered?.reason ?? ""}${quoted}`
}

/** The title of a list of these. */
export const LOWERED = "Found by rules, judged to be false alarms (--persona pedantic shows them in full):"

/** `2 more that the baseline leaves out`; empty if it leaves out nothing. */
export function describeDecided({ decided: all = [] }: Pick<ReviewReport, "decided">): string {
  const decided = all.filter(({ match }) => match !== "marker")
  const later = decided.filter(({ isLater }) => isLater === true).length
  const alike = decided.filter(({ match }) => match === "cause").length
  const why = [
    ...(later === 0 ? [] : [`${later} decided after the review began`]),
    ...(alike === 0 ? [] : [`${alike} for the same cause as a false positive`]),
  ]
  const since = why.length === 0 ? "" : ` (${why.join(", ")})`
  return decided.length === 0 ? "" : `${decided.length} more that the baseline leaves out${since}`
}

/** Findings that nobody decided about themselves: a rule found the same code elsewhere, and that was no defect. */
export function describeSameCauses({ decided = [] }: Pick<ReviewReport, "decided">): readonly string[] {
  return decided
    .filter(({ match }) => match === "cause")
    .map(({ finding, reason, decidedFor = "" }) => {
      const { id, severity, title } = finding
      return `${id} ${renderPlace(finding)}, ${severity}: ${title}. Decided for ${renderFileName(decidedFor)}: ${reason}`
    })
}

/** The title of a list of these. */
export const SAME_CAUSE = "Left out, because the same cause was decided to be a false positive:"

/** Findings that are accepted because of a marker in the code, with the reason that it gives. */
export function describeMarked({ decided = [] }: Pick<ReviewReport, "decided">): readonly string[] {
  return decided
    .filter(({ match }) => match === "marker")
    .map(
      ({ finding, reason }) =>
        `${finding.id} ${renderPlace(finding)}, ${finding.severity}: ${finding.title}. ${reason}`,
    )
}

/** The title of a list of these. */
export const MARKED = "Accepted because of a marker in the code, whose reason was not checked:"

/** What was found or claimed but is not in the report, one clause each. */
export function describeHidden(report: ReviewReport): readonly string[] {
  const marked = describeMarked(report).length
  const accepted = marked === 0 ? "" : `${marked} more accepted by a marker in the code`
  return [describeFurther(report), describeDecided(report), accepted, describeRejected(report)].filter(
    (text) => text !== "",
  )
}

/** What else a summary of findings has to say: what is not shown, and which files no rule checked. */
export function describeBesides(report: ReviewReport): readonly string[] {
  const { depth, coverage = [] } = report
  const lacking = depth === "offline" ? describeWithoutRules(coverage) : ""
  return [...(lacking === "" ? [] : [lacking]), ...describeHidden(report)]
}

/** `12 checklist items acknowledged as clean by 2 agents`; empty if nobody did. */
export function describeAcknowledged({ clean = [] }: Pick<ReviewReport, "clean">): string {
  const items = clean.reduce((sum, one) => sum + one.items.length, 0)
  return items === 0
    ? ""
    : `${formatCount(items, "checklist item")} acknowledged as clean by ${formatCount(clean.length, "agent")}, not checked`
}

/** `1 critical, 2 minor`. */
export function renderSeverityCounts(found: readonly { readonly severity: Severity }[]): string {
  return severities
    .map((severity) => ({ severity, count: found.filter((one) => one.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`)
    .join(", ")
}

/** How many claims were rejected for each reason, most frequent first. */
export function countRejectedByReason(rejected: readonly Rejected[]): readonly (readonly [RejectedWhy, number])[] {
  const counts = new Map<RejectedWhy, number>()
  for (const { why, count = 1 } of rejected) counts.set(why, (counts.get(why) ?? 0) + count)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

/** Each reason is a clause that fits both a singular and a plural count. */
export const rejectedBecause: Readonly<Record<RejectedWhy, string>> = {
  unreadable: "the answer could not be read",
  "not-a-finding": "title, location or severity is missing",
  "no-such-file": "the file is not under review",
  "no-such-line": "the line does not exist",
  "code-not-there": "the quoted code is not there",
  "outside-change": "the change does not touch the line",
  "skip-zone": "a finding of the same kind is already known nearby",
  "below-threshold": "its severity is too low for this round",
  "too-many": "the round's limit of findings was reached",
  "false-positive-rule": "a false-positive rule covers it",
  "no-such-finding": "one of the two findings it connects does not exist",
  "judged-invalid": "it was judged to be invalid",
  repeated: "it was already reported",
}

/** The path of a value, line by line: where it enters, what passes it on, where it does damage. */
export function describeSteps({ steps = [] }: Pick<ReviewFinding, "steps">): readonly FlowStepText[] {
  return stepLabels.flatMap(([role, label]) => {
    const own = steps.filter((step) => step.role === role)
    const places = own.map((step) => ({ place: renderPlace({ file: step.file, line: step.line }), text: step.text }))
    return places.length === 0 ? [] : [{ label, places }]
  })
}

const stepLabels: readonly (readonly [FlowStep["role"], string])[] = [
  ["input", "input"],
  ["way", "via"],
  ["sink", "sink"],
]

export interface FlowStepText {
  readonly label: string
  readonly places: readonly { readonly place: string; readonly text: string }[]
}

/** `src/a.ts:42`, or `src/a.ts:42-44`. */
export function renderPlace({
  file,
  line,
  endLine = line,
}: {
  readonly file: string
  readonly line: number
  readonly endLine?: number
}): string {
  const name = renderFileName(file)
  return endLine > line ? `${name}:${line}-${endLine}` : `${name}:${line}`
}

/** How well one of our patterns did on measured code; empty for patterns from other people's skills. */
export function renderEvidenceNote(pattern: string): string {
  const evidence = lookUpEvidence(pattern)
  return evidence === undefined ? "" : ` (correct in ${evidence.right} of ${evidence.judged} reviewed matches)`
}

/** The two findings that an insight connects. Filters may have left one out of the report. */
export function describeRelated(
  { related }: Pick<Insight, "related">,
  { findings }: Pick<ReviewReport, "findings">,
): string {
  const isShown = (id: string) => findings.some((finding) => finding.id === id)
  return related.map((id) => (isShown(id) ? id : `${id} (not shown)`)).join(" and ")
}
