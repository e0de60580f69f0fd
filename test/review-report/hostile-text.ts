import fc from "fast-check"
import type { ReviewReport } from "../../src/review/review-data.ts"

const pieces = [
  "| ` `` ``` ~~~ ~~ --- === *** __ _ ** :-- [ ] ( ) \\ a é 漢 {0} ](1)".split(" "),
  "<b> <!-- --> </td> <script> <http://e.x> &amp; &#124; [x](http://e) ![i](u) |---|---|".split(" "),
  ["# ", "- ", "* ", "1. ", "> ", "+ ", "[a]: u", "[ ] ", " #", "| a | b |", "@@ -1 +1 @@", "x y"],
  ["\n", "\n\n", "\r\n", "\t", "    ", " ", "\u001b[31m", "\u001b]8;;http://e\u0007", "\u202e", "\u0000", "\ud800"],
].flat()

/** Text that tries to become structure: of Markdown, of HTML, of a terminal. */
export const hostileText = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(""))

/** Every text of a report that comes from outside, replaced. */
export function withTexts(report: ReviewReport, text: string): ReviewReport {
  const said = { title: text, description: text, evidence: text, reason: text, file: `f${text}` }
  const patches = [
    { kind: "diff" as const, diff: `-${text}\n+${text}` },
    { kind: "prompt" as const, prompt: text },
  ]
  return {
    ...report,
    branch: `b${text}`,
    scope: `s${text}`,
    files: report.files.map((file) => file + text),
    findings: report.findings.map((finding, at) => ({
      ...finding,
      ...said,
      fix: text,
      patch: patches[at % 2]!,
      extras: { [`e${text}`]: `e${text}` },
      ...(finding.proof === undefined ? {} : { proof: { pattern: `p${text}`, line: 1 } }),
      saidBy: finding.saidBy.map((one) => ({ ...one, agent: `${one.agent}${text}`, round: text })),
    })),
    insights: report.insights.map((insight) => ({ ...insight, title: text, text, reason: text, file: `f${text}` })),
    rejected: report.rejected.map((one) => ({ ...one, text })),
    invalid: report.invalid.map((finding) => ({ ...finding, ...said })),
    falseClaims: report.falseClaims.map(() => ({ agent: text, pattern: text, finding: text })),
    falsePositives: report.falsePositives.map(({ count }) => ({ rule: text, count })),
    tests: report.tests.map((test) => test + text),
    failedSkills: report.failedSkills.map((ref) => ref + text),
    warnings: report.warnings.map((one) => one + text),
    usage: report.usage.map((use) => ({ ...use, agent: `${use.agent}${text}`, task: `t${text}` })),
    incomplete: report.incomplete.map((one) => one + text),
  }
}
