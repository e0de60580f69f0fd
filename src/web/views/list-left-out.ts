import type { WireLeftOut } from "@skillet/dashboard"
import {
  describeLoweredFinding,
  describeMarked,
  describeSameCauses,
  LOWERED,
  MARKED,
  rejectedBecause,
  renderPlace,
  SAME_CAUSE,
} from "../../review/report/report-texts.ts"
import type { ReviewReport } from "../../review/review-data.ts"
import { cutLine } from "./cut-text.ts"

const MOST = 200

/** What somebody or a rule found, and why the report does not have it as a finding. */
export function listLeftOut(report: ReviewReport): readonly WireLeftOut[] {
  const { rejected, falsePositives, invalid, falseClaims, lowered = [] } = report
  const parts: readonly (readonly [string, readonly string[]])[] = [
    [
      "Rejected:",
      rejected.map(({ why, text, agent, round, count = 1 }) => {
        const times = count > 1 ? `, ${count} times` : ""
        return `${rejectedBecause[why]} (${agent}, ${round}${times}): ${text}`
      }),
    ],
    ["Removed by false-positive rules:", falsePositives.map(({ rule, count }) => `${count}: ${rule}`)],
    [LOWERED, lowered.map(describeLoweredFinding)],
    [MARKED, describeMarked(report)],
    [SAME_CAUSE, describeSameCauses(report)],
    ["Judged invalid:", invalid.map((one) => `${one.title} (${renderPlace(one)}): ${one.reason ?? ""}`)],
    [
      "Named as proof, but the pattern does not match:",
      falseClaims.map(({ agent, pattern, finding }) => `${agent} named ${pattern} for ${finding}`),
    ],
  ]
  return parts.flatMap(([why, items]) =>
    items.length === 0
      ? []
      : [{ why, count: items.length, items: items.slice(0, MOST).map((item) => cutLine(item, 600)) }],
  )
}
