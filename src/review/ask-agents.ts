import type { ReviewFinding } from "./claims/review-finding.ts"
import type { FanoutItem, Inputs, ItemAnswer } from "../workflow/workflow.ts"
import { claimsToJudge, insightPrompt, judgePrompt, judgesOf, synthesisPrompt } from "./plan/judge-prompt.ts"
import { promptParts, searchPrompt } from "./plan/search-prompt.ts"
import type { Gathered } from "./review-data.ts"
import { claimsOf } from "./review-steps.ts"
import { answersIn, claimsIn, gatheredIn, insightsIn, judgedIn, openClaims } from "./review-values.ts"
import { firstRoundOf, itemName, pairsOf, REVIEWER, type Round, roundOf } from "./reviewers.ts"

export function thoroughItems({ values }: Inputs): readonly FanoutItem[] {
  const gathered = gatheredIn(values)
  return gathered.isOffline === true ? [] : firstRound(gathered)
}

/** The agents of the first round, even if no agent is available. */
export function firstRound(gathered: Gathered): readonly FanoutItem[] {
  return itemsFor(gathered, firstRoundOf(gathered), [])
}

/** Only a deep review has a second round. */
export function gapsItems({ values }: Inputs): readonly FanoutItem[] {
  const gathered = gatheredIn(values)
  if (gathered.isOffline === true) return []
  return secondRound(gathered, answersIn(values, "thorough"))
}

export function secondRound(gathered: Gathered, thorough: readonly ItemAnswer[]): readonly FanoutItem[] {
  if (gathered.depth === "quick") return []
  const { findings } = claimsOf(gathered, { thorough, gaps: [] })
  return itemsFor(gathered, "gaps", findings)
}

/** Part by part; the agents that review tests may have more parts than the others. */
function itemsFor(gathered: Gathered, round: Round, previous: readonly ReviewFinding[]): readonly FanoutItem[] {
  const reviewers = roundOf(gathered, round)
  const whole = promptParts(gathered, reviewers, { round })
  const untested = promptParts(gathered, reviewers, { round, seesTests: false })
  const most = Math.max(whole.length, untested.length)
  return Array.from({ length: most }).flatMap((_, at) =>
    reviewers.flatMap((reviewer) => {
      const part = (reviewer.seesTests === true ? whole : untested)[at]
      if (part === undefined) return []
      return {
        item: itemName(reviewer.id, part),
        agent: REVIEWER,
        tier: reviewer.asks,
        prompt: searchPrompt(gathered, reviewer, { round, previous, part }),
      }
    }),
  )
}

/** One judge per file for claims that no pattern proves; in a quick review, only for severe ones. */
export function validateItems({ values }: Inputs): readonly FanoutItem[] {
  const gathered = gatheredIn(values)
  const open = gathered.isOffline === true ? [] : openClaims(gathered, claimsIn(values).findings)
  return judgesOf(gathered, claimsToJudge(open).asked).map((judge) => {
    const isGrave = judge.groups.some(([first]) => first?.severity === "critical")
    return {
      item: judge.item,
      agent: REVIEWER,
      tier: isGrave ? "large" : "mid",
      prompt: judgePrompt(gathered, judge),
    }
  })
}

export function synthesisItems({ values }: Inputs): readonly FanoutItem[] {
  const gathered = gatheredIn(values)
  if (gathered.isOffline === true) return []
  const { findings } = judgedIn(gathered, values)
  const has = (category: string) => findings.some((finding) => finding.category === category)
  return pairsOf(gathered)
    .filter(({ a, b }) => has(a) && has(b))
    .map((pair) => ({
      item: slug(`${pair.a} ${pair.b}`),
      agent: REVIEWER,
      tier: "mid",
      prompt: synthesisPrompt(gathered, pair, findings),
    }))
}

export function insightItems({ values }: Inputs): readonly FanoutItem[] {
  const { insights } = insightsIn(values)
  if (insights.length === 0) return []
  const gathered = gatheredIn(values)
  const { findings } = judgedIn(gathered, values)
  return [{ item: "insights", agent: REVIEWER, tier: "large", prompt: insightPrompt(insights, findings) }]
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-")
}
