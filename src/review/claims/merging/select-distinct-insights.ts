import { compareSeverity } from "../../../finding/severity.ts"
import type { Insight, Rejected, RejectedWhy } from "../review-finding.ts"
import { measureDice, profileWords } from "./word-profile.ts"

/** The insights of agents, each once in its first wording, and those that are not kept, with the reason. */
export function selectDistinctInsights(insights: readonly Insight[]): {
  readonly insights: readonly Insight[]
  readonly rejected: readonly Rejected[]
} {
  const kept: Insight[] = []
  const rejected: Rejected[] = []
  for (const insight of insights) {
    const [a, b] = insight.related
    const at = kept.findIndex((one) => isSame(one, insight))
    const before = kept[at]
    if (a === b) rejected.push(rejectInsight(insight, "no-such-finding"))
    else if (before === undefined) kept.push(insight)
    else {
      rejected.push(rejectInsight(insight, "repeated"))
      kept[at] = {
        ...before,
        severity: [before.severity, insight.severity].sort(compareSeverity)[0] ?? before.severity,
      }
    }
  }
  return { insights: kept, rejected }
}

/** A readable insight that was still left out, as it is reported. */
export function rejectInsight({ id, title, file, line }: Insight, why: RejectedWhy): Rejected {
  return { agent: "synthesis", round: "synthesis", why, text: `${id} ${file}:${line} ${title}` }
}

/** As many common words as two descriptions of one thing have. */
const ENOUGH = 0.5

/** Both are about the same two findings and say the same about them, or share one and every word. */
function isSame(one: Insight, other: Insight): boolean {
  const isShared = other.related.some((id) => one.related.includes(id))
  if (isShared && one.title === other.title && one.text === other.text) return true
  if (!other.related.every((id) => one.related.includes(id))) return false
  return (
    measureDice(readStems(one), readStems(other)) >= ENOUGH ||
    measureDice(readTitleStems(one), readTitleStems(other)) >= ENOUGH
  )
}

function readStems({ title, text }: Insight): ReadonlySet<string> {
  return profileWords({ title, description: text }).stems
}

function readTitleStems({ title }: Insight): ReadonlySet<string> {
  return profileWords({ title, description: "" }).stems
}
