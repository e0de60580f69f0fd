import { renderFileName } from "../../finding/file-name.ts"
import { severities } from "../../finding/severity.ts"
import { listClaimCategories } from "../claims/merging/join-findings.ts"
import type { ReviewFinding } from "../claims/review-finding.ts"
import type { ReviewReport } from "../review-data.ts"
import { renderFinding, renderInsight } from "./finding-markdown.ts"
import {
  renderBullets,
  renderCell,
  renderCode,
  renderInline,
  renderQuote,
  renderMarkdownTable,
} from "./render-markdown.ts"
import {
  describeAcknowledged,
  COVERAGE,
  describeBesides,
  describeChecked,
  describeLeftAside,
  describeLoweredFinding,
  describeMarked,
  describeSameCauses,
  MARKED,
  listCoverage,
  SAME_CAUSE,
  LOWERED,
  describeNothing,
  describeHidden,
  renderPlace,
  rejectedBecause,
  countRejected,
  countRejectedByReason,
  renderSeverityCounts,
} from "./report-texts.ts"
import { isClean, isPassed, listUnfinished, listUnfinishedCategories } from "./report-outcome.ts"
import { renderUsage } from "./usage-markdown.ts"
import { formatCount } from "../../text/format-count.ts"

/** The report as a document. Text from agents and files is escaped, so it cannot become headings, links or HTML. */
export function renderReportMarkdown(report: ReviewReport, how: { readonly savedTo?: string } = {}): string {
  const blocks = [
    `# ${report.kind === "code" ? "Code review" : "Documentation review"}`,
    headerMarkdown(report),
    ...noticesMarkdown(report),
    ...(isClean(report) ? cleanMarkdown(report) : foundMarkdown(report)),
    ...(report.tests.length === 0
      ? []
      : ["## Recommended tests", renderBullets(report.tests.map((test) => renderInline(test)))]),
    ...leftOutMarkdown(report),
    ...acknowledgedMarkdown(report),
    ...renderUsage(report),
    ...(how.savedTo === undefined
      ? []
      : ["---", `Review saved to: ${/^[\w./-]+$/.test(how.savedTo) ? how.savedTo : renderCode(how.savedTo)}`]),
  ]
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`
}

const FILES_NAMED = 12

function headerMarkdown({ files, branch, depth, scope }: ReviewReport): string {
  const named = files.slice(0, FILES_NAMED).map((file) => renderCode(renderFileName(file)))
  const more = files.length > FILES_NAMED ? ` and ${files.length - FILES_NAMED} more` : ""
  return renderBullets([
    `**Files:** ${files.length}${named.length === 0 ? "" : ` (${named.join(", ")}${more})`}`,
    `**Branch:** ${branch === "" ? "none" : renderCode(branch)}`,
    `**Depth:** ${depth}`,
    ...(scope === "" ? [] : [`**Scope:** ${renderInline(scope)}`]),
  ])
}

function noticesMarkdown(report: ReviewReport): readonly string[] {
  const open = listUnfinished(report)
  return [
    describeFailedSkills(report.failedSkills.map((ref) => renderInline(ref))),
    ...(open.length === 0
      ? []
      : [
          renderQuote(
            "Incomplete. Not fully checked:",
            open.map((one) => renderInline(one)),
          ),
        ]),
    ...(describeLeftAside(report).length === 0
      ? []
      : [
          renderQuote(
            "Not reviewed:",
            describeLeftAside(report).map((one) => renderInline(one)),
          ),
        ]),
    ...(report.warnings.length === 0
      ? []
      : [
          renderQuote(
            "Note:",
            report.warnings.map((one) => renderInline(one)),
          ),
        ]),
    ...(listCoverage(report).length === 0
      ? []
      : [
          renderQuote(
            COVERAGE,
            listCoverage(report).map((one) => renderInline(one)),
          ),
        ]),
    ...(report.limits === undefined ? [] : [renderInline(report.limits)]),
  ]
}

/** Only a complete review may say that all checks passed. */
function cleanMarkdown(report: ReviewReport): readonly string[] {
  const { files, categories } = report
  if (files.length === 0) return [describeNothing(report)]
  if (categories.length === 0) return ["Nothing was checked: no agent took part."]
  const open = listUnfinishedCategories(report)
  const passed = categories.filter((category) => !open.has(category))
  const listed = passed.length === 0 ? [] : [renderBullets(passed.map((category) => renderInline(category)))]
  if (isPassed(report)) return ["No issues found. All checks passed:", ...listed]
  const isWhole = listUnfinished(report).length === 0
  const begin = isWhole ? "No findings" : "No issues found so far, but the review is incomplete"
  const said = [begin, ...describeHidden(report)].map((one) => `${one}.`)
  if (report.depth === "offline") return [[...said, describeChecked(report, passed)].join(" ")]
  return [[...said, "Checked:"].join(" "), ...listed]
}

function foundMarkdown(report: ReviewReport): readonly string[] {
  const { findings, insights } = report
  const sections = severities.flatMap((severity) => {
    const group = findings.filter((finding) => finding.severity === severity)
    return group.length === 0 ? [] : [`## ${titles[severity]} (${group.length})`, ...group.flatMap(renderFinding)]
  })
  return [
    "## Summary",
    summarySentence(report),
    ...(findings.length === 0 ? [] : summaryTable(report)),
    ...sections,
    ...(insights.length === 0
      ? []
      : ["## Cross-cutting insights", ...insights.flatMap((one) => renderInsight(one, report))]),
  ]
}

const titles = { critical: "Critical", major: "Major", minor: "Minor", suggestion: "Suggestion" } as const

function summarySentence(report: ReviewReport): string {
  const { findings, insights, leftOut, files } = report
  const found =
    findings.length === 0
      ? `No findings${leftOut === undefined ? "" : ` of severity ${leftOut.below} or worse`} in ${formatCount(files.length, "file")}`
      : `${formatCount(findings.length, "finding")} in ${formatCount(files.length, "file")}: ${renderSeverityCounts(findings)}`
  const more = insights.length === 0 ? "" : `, and ${formatCount(insights.length, "cross-cutting insight")}`
  const hidden = leftOut === undefined ? "" : ` ${hiddenSentence(leftOut)}`
  const besides = describeBesides(report).map((text) => ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`)
  return `${found}${more}.${hidden}${besides.join("")}`
}

function hiddenSentence({ below, findings, insights }: NonNullable<ReviewReport["leftOut"]>): string {
  const parts = [
    ...(findings === 0 ? [] : [formatCount(findings, "finding")]),
    ...(insights === 0 ? [] : [formatCount(insights, "insight")]),
  ]
  return `Not shown: ${parts.join(" and ")} below ${below}.`
}

/** One row for each category that was searched, including those without findings. */
function summaryTable(report: ReviewReport): readonly string[] {
  const { categories, findings } = report
  const open = listUnfinishedCategories(report)
  const rowOf = new Map<ReviewFinding, string | undefined>(findings.map((one) => [one, chooseRow(one, categories)]))
  const counts = (held: readonly ReviewFinding[]) => [
    ...severities.map((severity) => String(held.filter((one) => one.severity === severity).length)),
    String(held.length),
  ]
  const rows = categories.map((category) => [
    `${renderCell(category)}${open.has(category) ? " (incomplete)" : ""}`,
    ...counts(findings.filter((one) => rowOf.get(one) === category)),
  ])
  const inside = findings.filter((one) => rowOf.get(one) !== undefined)
  const outside = findings.length - inside.length
  return [
    renderMarkdownTable(
      [
        { title: "Category" },
        ...[...severities.map((severity) => titles[severity]), "Total"].map((title) => ({
          title,
          isNumber: true as const,
        })),
      ],
      [...rows, ["**Total**", ...counts(inside)]],
    ),
    ...(outside === 0 ? [] : [`Not in this table: ${formatCount(outside, "finding")} in other categories.`]),
  ]
}

/** A finding in several categories counts once, in the first of them that was searched. */
function chooseRow(finding: ReviewFinding, categories: readonly string[]): string | undefined {
  return listClaimCategories(finding).find((category) => categories.includes(category))
}

/** Claims that are not findings, and why. */
function leftOutMarkdown(report: ReviewReport): readonly string[] {
  const { rejected, falsePositives, invalid, falseClaims, lowered = [] } = report
  const reasons = countRejectedByReason(rejected).map(([why, count]) => `${count}: ${rejectedBecause[why]}`)
  const rules = falsePositives.map(({ rule, count }) => `${count}: ${renderInline(rule)}`)
  const judged = invalid.map((one) => {
    const why = one.reason === undefined || one.reason.trim() === "" ? "" : `: ${renderInline(one.reason)}`
    return `${renderInline(one.title)} (${renderCode(renderPlace(one))})${why}`
  })
  const claims = falseClaims.map(
    ({ agent, pattern, finding }) => `${renderInline(agent)} named ${renderCode(pattern)} for ${renderInline(finding)}`,
  )
  const parts: readonly (readonly [string, readonly string[]])[] = [
    [`Rejected (${countRejected(report)}):`, reasons],
    ["Removed by false-positive rules:", rules],
    [LOWERED, lowered.map((one) => renderInline(describeLoweredFinding(one)))],
    [MARKED, describeMarked(report).map((one) => renderInline(one))],
    [SAME_CAUSE, describeSameCauses(report).map((one) => renderInline(one))],
    [`Judged invalid (${invalid.length}):`, judged],
    ["Named as proof, but the pattern does not match:", claims],
  ]
  const shown = parts.filter(([, items]) => items.length > 0)
  return shown.length === 0 ? [] : ["## Left out", ...shown.flatMap(([title, items]) => [title, renderBullets(items)])]
}

/** Checklist items that reviewers report as clean. Nobody checked this. */
function acknowledgedMarkdown({ clean = [] }: ReviewReport): readonly string[] {
  if (clean.length === 0) return []
  const rows = clean.map(
    ({ agent, items }) =>
      `${renderInline(agent)} (${items.length}): ${items.map((item) => renderInline(item)).join("; ")}`,
  )
  return ["## Acknowledged as clean", `${describeAcknowledged({ clean })}:`, renderBullets(rows)]
}

/** The warning about skills that could not be resolved; empty if all were. */
export function describeFailedSkills(failed: readonly string[]): string {
  if (failed.length === 0) return ""
  const title = "> **Warning:** The following skills could not be resolved and were skipped:"
  return [title, ...failed.map((ref) => `> - ${ref.replace(/\s+/g, " ")}`)].join("\n")
}
