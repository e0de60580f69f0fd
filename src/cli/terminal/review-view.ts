import { badgeOf, categoriesOf } from "../../review/claims/merging/join-findings.ts"
import {
  evidenceNote,
  leftAside,
  nothingText,
  acknowledgedText,
  notShownTexts,
  placeOf,
  relatedText,
  severityCounts,
  stepTexts,
} from "../../review/report/report-texts.ts"
import { isClean, isPassed, unfinished, unfinishedCategories } from "../../review/report/outcome.ts"
import type { Insight, ReviewFinding } from "../../review/claims/review-finding.ts"
import type { ReviewReport } from "../../review/review-data.ts"
import { severities, type Severity } from "../../finding/severity.ts"
import { visibleLine } from "../../text/visible-text.ts"
import { codeFrame } from "./code-frame.ts"
import { styled } from "./style.ts"
import { cutToWidth } from "../../text/text-width.ts"
import { wrapped } from "./wrapped.ts"
import { counted } from "../../text/grouped.ts"

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
  const what = `${kind === "code" ? "Code" : "Documentation"} review of ${counted(files.length, "file")}`
  const on = branch === "" ? "" : ` on ${visibleLine(branch)}`
  return [styled(view, "bold", cutToWidth(`${what}${on}, ${depth}`, view.width)), ""]
}

function groupLines({ findings }: ReviewReport, severity: Severity, view: ReviewView): readonly string[] {
  const group = findings.filter((finding) => finding.severity === severity)
  if (group.length === 0) return []
  const head = styled(view, colours[severity], styled(view, "bold", severity.toUpperCase()))
  return [`${head}  ${group.length}`, "", ...group.flatMap((finding) => [...findingLines(finding, view), ""])]
}

const colours = { critical: "red", major: "red", minor: "yellow", suggestion: "cyan" } as const

function findingLines(finding: ReviewFinding, view: ReviewView): readonly string[] {
  const { title, severity, description, proof, verdict, reason, place } = finding
  const room = view.width - INDENT.length
  const badge = badgeOf(finding)
  const marks = [
    visibleLine(categoriesOf(finding).join(", ")),
    ...(badge === undefined ? [] : [badge]),
    ...(place === undefined ? [] : [`[${place}]`]),
    ...(proof === undefined
      ? finding.isOwn === true
        ? [`[rule ${visibleLine(finding.rule)}]`]
        : []
      : [`[pattern ${visibleLine(proof.pattern)}${evidenceNote(proof.pattern)}]`]),
    ...(verdict === "downgraded" ? ["[lowered]"] : []),
    ...(verdict === undefined && proof === undefined && reason !== undefined ? ["[not judged]"] : []),
  ]
  const frame = codeFrame(finding, {
    width: room,
    gutter: (text) => styled(view, "dim", text),
    mark: (text) => styled(view, colours[severity], text),
  })
  const fix = fixLine(finding)
  return [
    ...titleLines(finding.id, title, view),
    ...placeLines(placeOf(finding), marks.join("  "), view),
    ...frame.map((line) => INDENT + line),
    ...proseLines(description, view),
    ...stepTexts(finding).map(({ label, places }) => {
      const said = places.map(({ place, text }) => `${place} ${text}`).join(", ")
      return `${INDENT}${styled(view, "dim", `${label}:`.padEnd(7))}${cutToWidth(visibleLine(said), room - 7)}`
    }),
    ...fixLines(fix, view),
  ]
}

function titleLines(id: string, title: string, view: ReviewView): readonly string[] {
  const label = visibleLine(id).padEnd(3)
  const hanging = " ".repeat(label.length + 3)
  const lines = wrapped(visibleLine(title), view.width - hanging.length)
  return lines.map(
    (line, at) => `${at === 0 ? `  ${styled(view, "dim", label)} ` : hanging}${styled(view, "bold", line)}`,
  )
}

/** The labels are next to the path, or below it if it is too long. A path is never cut, so that it can be copied. */
function placeLines(place: string, marks: string, view: ReviewView): readonly string[] {
  const path = visibleLine(place)
  const shown = `${INDENT}${styled(view, "cyan", path)}`
  if (INDENT.length + path.length + 2 + marks.length <= view.width) return [`${shown}  ${marks}`]
  return [shown, ...wrapped(marks, view.width - INDENT.length).map((line) => INDENT + line)]
}

const MOST_LINES = 4

function proseLines(text: string, view: ReviewView): readonly string[] {
  const room = view.width - INDENT.length
  const lines = text.split("\n").flatMap((line) => wrapped(visibleLine(line), room))
  return shortened(lines, room).map((line) => INDENT + line)
}

function fixLines(fix: string | undefined, view: ReviewView): readonly string[] {
  if (fix === undefined) return []
  const label = `${styled(view, "green", "fix:")} `
  const room = view.width - INDENT.length - "fix: ".length
  return shortened(wrapped(fix, room), room).map((line, at) => `${INDENT}${at === 0 ? label : "     "}${line}`)
}

function shortened(lines: readonly string[], room: number): readonly string[] {
  if (lines.length <= MOST_LINES) return lines
  const kept = lines.slice(0, MOST_LINES)
  return [...kept.slice(0, -1), `${cutToWidth(kept.at(-1) ?? "", room - 2)} …`]
}

function fixLine({ fix, patch }: Pick<ReviewFinding, "fix" | "patch">): string | undefined {
  if (fix !== undefined && fix.trim() !== "") return visibleLine(fix)
  if (patch === undefined) return undefined
  if (patch.kind === "prompt") return visibleLine(patch.prompt)
  const added = patch.diff.split("\n").filter((line) => /^\+(?!\+\+ )/.test(line))
  const removed = patch.diff.split("\n").filter((line) => /^-(?!-- )/.test(line))
  if (added.length === 1 && removed.length <= 1) return `+ ${visibleLine((added[0] ?? "").slice(1))}`
  return `a change of ${counted(Math.max(added.length, removed.length), "line")}; --format md shows it in full`
}

function insightLines(report: ReviewReport, view: ReviewView): readonly string[] {
  const { insights } = report
  if (insights.length === 0) return []
  const one = (insight: Insight) => {
    const fix = fixLine(insight)
    return [
      ...titleLines(insight.id, insight.title, view),
      ...placeLines(
        placeOf({ file: insight.file, line: insight.line }),
        `${insight.severity}, from ${visibleLine(relatedText(insight, report))}`,
        view,
      ),
      ...proseLines(insight.text, view),
      ...fixLines(fix, view),
      "",
    ]
  }
  return [`${styled(view, "bold", "INSIGHTS")}  ${insights.length}`, "", ...insights.flatMap(one)]
}

/** What a reader of the findings alone would miss. */
function noticeLines(report: ReviewReport, view: ReviewView): readonly string[] {
  const { failedSkills, warnings, tests } = report
  const listed = (title: string, items: readonly string[]) =>
    items.length === 0
      ? []
      : [
          styled(view, "yellow", title),
          ...items.flatMap((item) => wrapped(visibleLine(item), view.width - 2).map((line) => `  ${line}`)),
          "",
        ]
  return [
    ...listed("Tests to write:", tests),
    ...listed("Skills that could not be resolved and were skipped:", failedSkills),
    ...listed("Warnings:", warnings),
    ...listed("Not reviewed:", leftAside(report)),
    ...listed("Incomplete. Not fully checked:", unfinished(report)),
  ]
}

function summaryLines(report: ReviewReport, view: ReviewView): readonly string[] {
  const { findings, insights, leftOut, files, usage } = report
  const completed = usage.filter(({ status }) => status === "completed").length
  if (isClean(report)) return cleanLines(report, view)
  const shown =
    findings.length === 0
      ? "No findings"
      : `${counted(findings.length, "finding")} in ${counted(files.length, "file")}: ${severityCounts(findings)}`
  const parts = [
    ...(insights.length === 0 ? [] : [counted(insights.length, "insight")]),
    ...(leftOut === undefined ? [] : [`${leftOut.findings + leftOut.insights} below ${leftOut.below} not shown`]),
    ...notShownTexts(report),
    ...(acknowledgedText(report) === "" ? [] : [acknowledgedText(report)]),
    ...(completed === usage.length ? [] : [`${completed} of ${usage.length} planned tasks completed`]),
  ]
  return [...wrapped([shown, ...parts].join("; "), view.width), ...nextLines(report, view)]
}

function nextLines({ findings }: ReviewReport, view: ReviewView): readonly string[] {
  const [worst] = findings
  if (worst === undefined) return []
  const first = findings.filter(({ severity }) => severity === worst.severity)
  const names = first.slice(0, 3).map(({ id }) => visibleLine(id))
  const which = first.length > 3 ? `the ${first.length} ${worst.severity} ones` : names.join(", ")
  const next = wrapped(`Next: fix ${which} first, then review again.`, view.width)
  return [...next, `Full report: ${view.again === undefined ? "" : `${view.again} `}--format md`]
}

function cleanLines(report: ReviewReport, view: ReviewView): readonly string[] {
  const { files, categories } = report
  if (files.length === 0) return [nothingText(report)]
  if (categories.length === 0) return ["Nothing was checked: no agent took part."]
  const open = unfinishedCategories(report)
  const passed = categories.filter((category) => !open.has(category)).map((category) => visibleLine(category))
  const isWhole = unfinished(report).length === 0
  const text = isPassed(report)
    ? `No issues found. All checks passed: ${passed.join(", ")}`
    : [
        isWhole ? "No findings." : "No issues found so far, but the review is incomplete.",
        ...[...notShownTexts(report), acknowledgedText(report)].filter((one) => one !== "").map((one) => `${one}.`),
        `Checked: ${passed.join(", ")}`,
      ].join(" ")
  return wrapped(text, view.width).map((line) => (isPassed(report) ? styled(view, "green", line) : line))
}
