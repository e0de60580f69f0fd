import { shownName } from "../../finding/file-name.ts"
import { severities } from "../../finding/severity.ts"
import { categoriesOf } from "../claims/merging/join-findings.ts"
import type { ReviewFinding } from "../claims/review-finding.ts"
import type { ReviewReport } from "../review-data.ts"
import { findingMarkdown, insightMarkdown } from "./finding-markdown.ts"
import { bullets, cell, code, inline, quote, table } from "./markdown-text.ts"
import {
  acknowledgedText,
  leftAside,
  nothingText,
  notShownTexts,
  placeOf,
  rejectedBecause,
  rejectedCount,
  rejectedCounts,
  severityCounts,
} from "./report-texts.ts"
import { isClean, isPassed, unfinished, unfinishedCategories } from "./outcome.ts"
import { usageMarkdown } from "./usage-markdown.ts"
import { counted } from "../../text/grouped.ts"

/** The report as a document. Text from agents and files is escaped, so it cannot become headings, links or HTML. */
export function reportMarkdown(report: ReviewReport, how: { readonly savedTo?: string } = {}): string {
  const blocks = [
    `# ${report.kind === "code" ? "Code review" : "Documentation review"}`,
    headerMarkdown(report),
    ...noticesMarkdown(report),
    ...(isClean(report) ? cleanMarkdown(report) : foundMarkdown(report)),
    ...(report.tests.length === 0 ? [] : ["## Recommended tests", bullets(report.tests.map((test) => inline(test)))]),
    ...leftOutMarkdown(report),
    ...acknowledgedMarkdown(report),
    ...usageMarkdown(report),
    ...(how.savedTo === undefined
      ? []
      : ["---", `Review saved to: ${/^[\w./-]+$/.test(how.savedTo) ? how.savedTo : code(how.savedTo)}`]),
  ]
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`
}

const FILES_NAMED = 12

function headerMarkdown({ files, branch, depth, scope }: ReviewReport): string {
  const named = files.slice(0, FILES_NAMED).map((file) => code(shownName(file)))
  const more = files.length > FILES_NAMED ? ` and ${files.length - FILES_NAMED} more` : ""
  return bullets([
    `**Files:** ${files.length}${named.length === 0 ? "" : ` (${named.join(", ")}${more})`}`,
    `**Branch:** ${branch === "" ? "none" : code(branch)}`,
    `**Depth:** ${depth}`,
    ...(scope === "" ? [] : [`**Scope:** ${inline(scope)}`]),
  ])
}

function noticesMarkdown(report: ReviewReport): readonly string[] {
  const open = unfinished(report)
  return [
    failedSkillsNotice(report.failedSkills.map((ref) => inline(ref))),
    ...(open.length === 0
      ? []
      : [
          quote(
            "Incomplete. Not fully checked:",
            open.map((one) => inline(one)),
          ),
        ]),
    ...(leftAside(report).length === 0
      ? []
      : [
          quote(
            "Not reviewed:",
            leftAside(report).map((one) => inline(one)),
          ),
        ]),
    ...(report.warnings.length === 0
      ? []
      : [
          quote(
            "Note:",
            report.warnings.map((one) => inline(one)),
          ),
        ]),
  ]
}

/** Only a complete review may say that all checks passed. */
function cleanMarkdown(report: ReviewReport): readonly string[] {
  const { files, categories } = report
  if (files.length === 0) return [nothingText(report)]
  if (categories.length === 0) return ["Nothing was checked: no agent took part."]
  const open = unfinishedCategories(report)
  const passed = categories.filter((category) => !open.has(category))
  const listed = passed.length === 0 ? [] : [bullets(passed.map((category) => inline(category)))]
  if (isPassed(report)) return ["No issues found. All checks passed:", ...listed]
  const isWhole = unfinished(report).length === 0
  const begin = isWhole ? "No findings" : "No issues found so far, but the review is incomplete"
  const said = [begin, ...notShownTexts(report)].map((one) => `${one}.`)
  return [[...said, "Checked:"].join(" "), ...listed]
}

function foundMarkdown(report: ReviewReport): readonly string[] {
  const { findings, insights } = report
  const sections = severities.flatMap((severity) => {
    const group = findings.filter((finding) => finding.severity === severity)
    return group.length === 0 ? [] : [`## ${titles[severity]} (${group.length})`, ...group.flatMap(findingMarkdown)]
  })
  return [
    "## Summary",
    summarySentence(report),
    ...(findings.length === 0 ? [] : summaryTable(report)),
    ...sections,
    ...(insights.length === 0
      ? []
      : ["## Cross-cutting insights", ...insights.flatMap((one) => insightMarkdown(one, report))]),
  ]
}

const titles = { critical: "Critical", major: "Major", minor: "Minor", suggestion: "Suggestion" } as const

function summarySentence(report: ReviewReport): string {
  const { findings, insights, leftOut, files } = report
  const found =
    findings.length === 0
      ? `No findings${leftOut === undefined ? "" : ` of severity ${leftOut.below} or worse`} in ${counted(files.length, "file")}`
      : `${counted(findings.length, "finding")} in ${counted(files.length, "file")}: ${severityCounts(findings)}`
  const more = insights.length === 0 ? "" : `, and ${counted(insights.length, "cross-cutting insight")}`
  const hidden = leftOut === undefined ? "" : ` ${hiddenSentence(leftOut)}`
  const besides = notShownTexts(report).map((text) => ` ${text}.`)
  return `${found}${more}.${hidden}${besides.join("")}`
}

function hiddenSentence({ below, findings, insights }: NonNullable<ReviewReport["leftOut"]>): string {
  const parts = [
    ...(findings === 0 ? [] : [counted(findings, "finding")]),
    ...(insights === 0 ? [] : [counted(insights, "insight")]),
  ]
  return `Not shown: ${parts.join(" and ")} below ${below}.`
}

/** One row for each category that was searched, including those without findings. */
function summaryTable(report: ReviewReport): readonly string[] {
  const { categories, findings } = report
  const open = unfinishedCategories(report)
  const rowOf = new Map<ReviewFinding, string | undefined>(findings.map((one) => [one, rowFor(one, categories)]))
  const counts = (held: readonly ReviewFinding[]) => [
    ...severities.map((severity) => String(held.filter((one) => one.severity === severity).length)),
    String(held.length),
  ]
  const rows = categories.map((category) => [
    `${cell(category)}${open.has(category) ? " (incomplete)" : ""}`,
    ...counts(findings.filter((one) => rowOf.get(one) === category)),
  ])
  const inside = findings.filter((one) => rowOf.get(one) !== undefined)
  const outside = findings.length - inside.length
  return [
    table(
      [
        { title: "Category" },
        ...[...severities.map((severity) => titles[severity]), "Total"].map((title) => ({
          title,
          isNumber: true as const,
        })),
      ],
      [...rows, ["**Total**", ...counts(inside)]],
    ),
    ...(outside === 0 ? [] : [`Not in this table: ${counted(outside, "finding")} in other categories.`]),
  ]
}

/** A finding in several categories counts once, in the first of them that was searched. */
function rowFor(finding: ReviewFinding, categories: readonly string[]): string | undefined {
  return categoriesOf(finding).find((category) => categories.includes(category))
}

/** Claims that are not findings, and why. */
function leftOutMarkdown(report: ReviewReport): readonly string[] {
  const { rejected, falsePositives, invalid, falseClaims } = report
  const reasons = rejectedCounts(rejected).map(([why, count]) => `${count}: ${rejectedBecause[why]}`)
  const rules = falsePositives.map(({ rule, count }) => `${count}: ${inline(rule)}`)
  const judged = invalid.map((one) => {
    const why = one.reason === undefined || one.reason.trim() === "" ? "" : `: ${inline(one.reason)}`
    return `${inline(one.title)} (${code(placeOf(one))})${why}`
  })
  const claims = falseClaims.map(
    ({ agent, pattern, finding }) => `${inline(agent)} named ${code(pattern)} for ${inline(finding)}`,
  )
  const parts: readonly (readonly [string, readonly string[]])[] = [
    [`Rejected (${rejectedCount(report)}):`, reasons],
    ["Removed by false-positive rules:", rules],
    [`Judged invalid (${invalid.length}):`, judged],
    ["Named as proof, but the pattern does not match:", claims],
  ]
  const shown = parts.filter(([, items]) => items.length > 0)
  return shown.length === 0 ? [] : ["## Left out", ...shown.flatMap(([title, items]) => [title, bullets(items)])]
}

/** Checklist items that reviewers report as clean. Nobody checked this. */
function acknowledgedMarkdown({ clean = [] }: ReviewReport): readonly string[] {
  if (clean.length === 0) return []
  const rows = clean.map(
    ({ agent, items }) => `${inline(agent)} (${items.length}): ${items.map((item) => inline(item)).join("; ")}`,
  )
  return ["## Acknowledged as clean", `${acknowledgedText({ clean })}:`, bullets(rows)]
}

/** The warning about skills that could not be resolved; empty if all were. */
export function failedSkillsNotice(failed: readonly string[]): string {
  if (failed.length === 0) return ""
  const title = "> **Warning:** The following skills could not be resolved and were skipped:"
  return [title, ...failed.map((ref) => `> - ${ref.replace(/\s+/g, " ")}`)].join("\n")
}
