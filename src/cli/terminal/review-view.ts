import { renderBadge, listClaimCategories } from "../../review/claims/merging/join-findings.ts"
import {
  renderEvidenceNote,
  COVERAGE,
  describeBesides,
  describeChecked,
  describeLeftAside,
  describeLoweredFinding,
  describeMarked,
  describeSameCauses,
  MARKED,
  SAME_CAUSE,
  LOWERED,
  describeNothing,
  describeAcknowledged,
  describeHidden,
  listCoverage,
  renderPlace,
  describeRelated,
  renderSeverityCounts,
  describeSteps,
} from "../../review/report/report-texts.ts"
import { isClean, isPassed, listUnfinished, listUnfinishedCategories } from "../../review/report/report-outcome.ts"
import type { Insight, ReviewFinding } from "../../review/claims/review-finding.ts"
import type { ReviewReport } from "../../review/review-data.ts"
import { severities, type Severity } from "../../finding/severity.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import { renderCodeFrame } from "./code-frame.ts"
import { applyStyle } from "./style.ts"
import { cutToWidth } from "../../text/measure-width.ts"
import { wrapText } from "./wrap-text.ts"
import { formatCount } from "../../text/format-count.ts"

export interface ReviewView {
  readonly width: number
  readonly colour: boolean
  /** The command that prints this report again in another format. */
  readonly again?: string | undefined
}

const WIDEST = 120
const INDENT = "      "

/** A review for a person at a terminal: worst first, the code under each finding, and finally what to do. */
export function renderReview(report: ReviewReport, wanted: ReviewView): readonly string[] {
  const view = { ...wanted, width: Math.min(wanted.width, WIDEST) }
  return [
    ...headLines(report, view),
    ...severities.flatMap((severity) => groupLines(report, severity, view)),
    ...insightLines(report, view),
    ...noticeLines(report, view),
    ...summaryLines(report, view),
  ]
}

function headLines({ kind, files, branch, depth }: ReviewReport, view: ReviewView): readonly string[] {
  const what = `${kind === "code" ? "Code" : "Documentation"} review of ${formatCount(files.length, "file")}`
  const on = branch === "" ? "" : ` on ${toVisibleLine(branch)}`
  return [applyStyle(view, "bold", cutToWidth(`${what}${on}, ${depth}`, view.width)), ""]
}

function groupLines({ findings }: ReviewReport, severity: Severity, view: ReviewView): readonly string[] {
  const group = findings.filter((finding) => finding.severity === severity)
  if (group.length === 0) return []
  const head = applyStyle(view, colours[severity], applyStyle(view, "bold", severity.toUpperCase()))
  return [`${head}  ${group.length}`, "", ...group.flatMap((finding) => [...findingLines(finding, view), ""])]
}

const colours = { critical: "red", major: "red", minor: "yellow", suggestion: "cyan" } as const

function findingLines(finding: ReviewFinding, view: ReviewView): readonly string[] {
  const { title, severity, description, proof, verdict, reason, place, lowered } = finding
  const room = view.width - INDENT.length
  const badge = renderBadge(finding)
  const marks = [
    toVisibleLine(listClaimCategories(finding).join(", ")),
    ...(badge === undefined ? [] : [badge]),
    ...(place === undefined ? [] : [`[${place}]`]),
    ...(proof === undefined
      ? finding.isOwn === true
        ? [`[rule ${toVisibleLine(finding.rule)}]`]
        : []
      : [`[pattern ${toVisibleLine(proof.pattern)}${renderEvidenceNote(proof.pattern)}]`]),
    ...(verdict === "downgraded" ? ["[lowered]"] : []),
    ...(verdict === undefined && proof === undefined && reason !== undefined ? ["[not judged]"] : []),
  ]
  const frame = renderCodeFrame(finding, {
    width: room,
    gutter: (text) => applyStyle(view, "dim", text),
    mark: (text) => applyStyle(view, colours[severity], text),
  })
  const fix = fixLine(finding)
  return [
    ...titleLines(finding.id, title, view),
    ...placeLines(renderPlace(finding), marks.join("  "), view),
    ...frame.map((line) => INDENT + line),
    ...proseLines(description, view),
    ...describeSteps(finding).map(({ label, places }) => {
      const said = places.map(({ place, text }) => `${place} ${text}`).join(", ")
      return `${INDENT}${applyStyle(view, "dim", `${label}:`.padEnd(7))}${cutToWidth(toVisibleLine(said), room - 7)}`
    }),
    ...fixLines(fix, view),
    ...(lowered === undefined
      ? []
      : proseLines(`A judge calls it a false alarm: ${lowered.reason} (quotes ${renderPlace(lowered.quoted)})`, view)),
  ]
}

function titleLines(id: string, title: string, view: ReviewView): readonly string[] {
  const label = toVisibleLine(id).padEnd(3)
  const hanging = " ".repeat(label.length + 3)
  const lines = wrapText(toVisibleLine(title), view.width - hanging.length)
  return lines.map(
    (line, at) => `${at === 0 ? `  ${applyStyle(view, "dim", label)} ` : hanging}${applyStyle(view, "bold", line)}`,
  )
}

/** The labels are next to the path, or below it if it is too long. A path is never cut, so that it can be copied. */
function placeLines(place: string, marks: string, view: ReviewView): readonly string[] {
  const path = toVisibleLine(place)
  const shown = `${INDENT}${applyStyle(view, "cyan", path)}`
  if (INDENT.length + path.length + 2 + marks.length <= view.width) return [`${shown}  ${marks}`]
  return [shown, ...wrapText(marks, view.width - INDENT.length).map((line) => INDENT + line)]
}

const MOST_LINES = 4

function proseLines(text: string, view: ReviewView): readonly string[] {
  const room = view.width - INDENT.length
  const lines = text.split("\n").flatMap((line) => wrapText(toVisibleLine(line), room))
  return shortened(lines, room).map((line) => INDENT + line)
}

function fixLines(fix: string | undefined, view: ReviewView): readonly string[] {
  if (fix === undefined) return []
  const label = `${applyStyle(view, "green", "fix:")} `
  const room = view.width - INDENT.length - "fix: ".length
  return shortened(wrapText(fix, room), room).map((line, at) => `${INDENT}${at === 0 ? label : "     "}${line}`)
}

function shortened(lines: readonly string[], room: number): readonly string[] {
  if (lines.length <= MOST_LINES) return lines
  const kept = lines.slice(0, MOST_LINES)
  return [...kept.slice(0, -1), `${cutToWidth(kept.at(-1) ?? "", room - 2)} …`]
}

function fixLine({ fix, patch }: Pick<ReviewFinding, "fix" | "patch">): string | undefined {
  if (fix !== undefined && fix.trim() !== "") return toVisibleLine(fix)
  if (patch === undefined) return undefined
  if (patch.kind === "prompt") return toVisibleLine(patch.prompt)
  const added = patch.diff.split("\n").filter((line) => /^\+(?!\+\+ )/.test(line))
  const removed = patch.diff.split("\n").filter((line) => /^-(?!-- )/.test(line))
  if (added.length === 1 && removed.length <= 1) return `+ ${toVisibleLine((added[0] ?? "").slice(1))}`
  return `a change of ${formatCount(Math.max(added.length, removed.length), "line")}; --format md shows it in full`
}

function insightLines(report: ReviewReport, view: ReviewView): readonly string[] {
  const { insights } = report
  if (insights.length === 0) return []
  const one = (insight: Insight) => {
    const fix = fixLine(insight)
    return [
      ...titleLines(insight.id, insight.title, view),
      ...placeLines(
        renderPlace({ file: insight.file, line: insight.line }),
        `${insight.severity}, from ${toVisibleLine(describeRelated(insight, report))}`,
        view,
      ),
      ...proseLines(insight.text, view),
      ...fixLines(fix, view),
      "",
    ]
  }
  return [`${applyStyle(view, "bold", "INSIGHTS")}  ${insights.length}`, "", ...insights.flatMap(one)]
}

/** What a reader of the findings alone would miss. */
function noticeLines(report: ReviewReport, view: ReviewView): readonly string[] {
  const { failedSkills, warnings, tests, falsePositives, lowered = [] } = report
  const listed = (title: string, items: readonly string[]) =>
    items.length === 0
      ? []
      : [
          applyStyle(view, "yellow", title),
          ...items.flatMap((item) => wrapText(toVisibleLine(item), view.width - 2).map((line) => `  ${line}`)),
          "",
        ]
  return [
    ...listed("Tests to write:", tests),
    ...listed("Skills that could not be resolved and were skipped:", failedSkills),
    ...listed(LOWERED, lowered.map(describeLoweredFinding)),
    ...listed(
      "Removed by false-positive rules of skills:",
      falsePositives.map(({ rule, count }) => `${formatCount(count, "claim")}: ${rule}`),
    ),
    ...listed(MARKED, describeMarked(report)),
    ...listed(SAME_CAUSE, describeSameCauses(report)),
    ...listed("Warnings:", warnings),
    ...listed("Not reviewed:", describeLeftAside(report)),
    ...listed("Incomplete. Not fully checked:", listUnfinished(report)),
    ...listed(COVERAGE, listCoverage(report)),
    ...(report.limits === undefined ? [] : [...wrapText(report.limits, view.width), ""]),
  ]
}

function summaryLines(report: ReviewReport, view: ReviewView): readonly string[] {
  const { findings, insights, leftOut, files, usage } = report
  const completed = usage.filter(({ status }) => status === "completed").length
  if (isClean(report)) return cleanLines(report, view)
  const shown =
    findings.length === 0
      ? "No findings"
      : `${formatCount(findings.length, "finding")} in ${formatCount(files.length, "file")}: ${renderSeverityCounts(findings)}`
  const parts = [
    ...(insights.length === 0 ? [] : [formatCount(insights.length, "insight")]),
    ...(leftOut === undefined ? [] : [`${leftOut.findings + leftOut.insights} below ${leftOut.below} not shown`]),
    ...describeBesides(report),
    ...(describeAcknowledged(report) === "" ? [] : [describeAcknowledged(report)]),
    ...(completed === usage.length ? [] : [`${completed} of ${usage.length} planned tasks completed`]),
  ]
  return [...wrapText([shown, ...parts].join("; "), view.width), ...nextLines(report, view)]
}

function nextLines({ findings }: ReviewReport, view: ReviewView): readonly string[] {
  const [worst] = findings
  if (worst === undefined) return []
  const first = findings.filter(({ severity }) => severity === worst.severity)
  const names = first.slice(0, 3).map(({ id }) => toVisibleLine(id))
  const which = first.length > 3 ? `the ${first.length} ${worst.severity} ones` : names.join(", ")
  const next = wrapText(`Next: fix ${which} first, then review again.`, view.width)
  return [...next, `Full report: ${view.again === undefined ? "" : `${view.again} `}--format md`]
}

function cleanLines(report: ReviewReport, view: ReviewView): readonly string[] {
  const { files, categories } = report
  if (files.length === 0) return [describeNothing(report)]
  if (categories.length === 0) return ["Nothing was checked: no agent took part."]
  const open = listUnfinishedCategories(report)
  const passed = categories.filter((category) => !open.has(category)).map((category) => toVisibleLine(category))
  const isWhole = listUnfinished(report).length === 0
  const text = isPassed(report)
    ? `No issues found. All checks passed: ${passed.join(", ")}`
    : [
        isWhole ? "No findings." : "No issues found so far, but the review is incomplete.",
        ...[...describeHidden(report), describeAcknowledged(report)]
          .filter((one) => one !== "")
          .map((one) => `${one}.`),
        describeChecked(report, passed),
      ].join(" ")
  return wrapText(text, view.width).map((line) => (isPassed(report) ? applyStyle(view, "green", line) : line))
}
