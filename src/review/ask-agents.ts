import type { ReviewFinding } from "./claims/review-finding.ts"
import type { FanoutItem, Inputs, ItemAnswer } from "../workflow/workflow.ts"
import {
  selectClaimsToJudge,
  writeInsightPrompt,
  writeJudgePrompt,
  writeQuestionPrompt,
  planJudges,
  writeSynthesisPrompt,
} from "./plan/judge-prompts.ts"
import { planPromptParts, writeSearchPrompt } from "./plan/search-prompt.ts"
import type { Gathered } from "./review-data.ts"
import { settleRounds } from "./review-steps.ts"
import {
  readStoredAnswers,
  readClaims,
  readGathered,
  readStoredInsights,
  readJudgedFindings,
  selectOpenClaims,
} from "./review-values.ts"
import { chooseFirstRound, makeItemName, listPairs, REVIEWER, type Round, listRoundReviewers } from "./reviewers.ts"

export function planThoroughItems({ values }: Inputs): readonly FanoutItem[] {
  const gathered = readGathered(values)
  return gathered.isOffline === true ? [] : planFirstRound(gathered)
}

/** The agents of the first round, even if no agent is available. */
export function planFirstRound(gathered: Gathered): readonly FanoutItem[] {
  return planItems(gathered, chooseFirstRound(gathered), [])
}

/** Only a deep review has a second round. */
export function planGapsItems({ values }: Inputs): readonly FanoutItem[] {
  const gathered = readGathered(values)
  if (gathered.isOffline === true) return []
  return planSecondRound(gathered, readStoredAnswers(values, "thorough"))
}

export function planSecondRound(gathered: Gathered, thorough: readonly ItemAnswer[]): readonly FanoutItem[] {
  if (gathered.depth === "quick") return []
  const { findings } = settleRounds(gathered, { thorough, gaps: [] })
  return planItems(gathered, "gaps", findings)
}

/** Part by part; the agents that review tests may have more parts than the others. */
function planItems(gathered: Gathered, round: Round, previous: readonly ReviewFinding[]): readonly FanoutItem[] {
  const reviewers = listRoundReviewers(gathered, round)
  const whole = planPromptParts(gathered, reviewers, { round })
  const untested = planPromptParts(gathered, reviewers, { round, seesTests: false })
  const most = Math.max(whole.length, untested.length)
  return Array.from({ length: most }).flatMap((_, at) =>
    reviewers.flatMap((reviewer) => {
      const part = (reviewer.seesTests === true ? whole : untested)[at]
      if (part === undefined) return []
      return {
        item: makeItemName(reviewer.id, part),
        agent: REVIEWER,
        tier: reviewer.asks,
        prompt: writeSearchPrompt(gathered, reviewer, { round, previous, part }),
      }
    }),
  )
}

/** One judge per file with something to judge. */
export function planJudgeItems({ values }: Inputs): readonly FanoutItem[] {
  const gathered = readGathered(values)
  const open = gathered.isOffline === true ? [] : selectOpenClaims(gathered, readClaims(values).findings)
  return planJudges(gathered, selectClaimsToJudge(open).asked).map((judge) => {
    const isGrave = judge.groups.some(([first]) => first?.severity === "critical")
    return {
      item: judge.item,
      agent: REVIEWER,
      tier: isGrave ? "large" : "mid",
      prompt: writeJudgePrompt(gathered, judge),
    }
  })
}

export function planSynthesisItems({ values }: Inputs): readonly FanoutItem[] {
  const gathered = readGathered(values)
  if (gathered.isOffline === true) return []
  const findings = readJudgedFindings(gathered, values).findings.filter(({ lowered }) => lowered === undefined)
  const has = (category: string) => findings.some((finding) => finding.category === category)
  const pairs = listPairs(gathered).filter(({ a, b }) => has(a) && has(b))
  const isAsked = (category: string) => pairs.some(({ a, b }) => a === category || b === category)
  // A skill's question needs findings of its category, but not of the one that the pair happens to have.
  const alone = Object.keys(gathered.skillQuestions).filter((one) => has(one) && !isAsked(one) && findings.length > 1)
  return [
    ...pairs.map((pair) => ({
      item: slug(`${pair.a} ${pair.b}`),
      prompt: writeSynthesisPrompt(gathered, pair, findings),
    })),
    ...alone.map((category) => ({
      item: slug(`${category} others`),
      prompt: writeQuestionPrompt(gathered, category, findings),
    })),
  ].map((one) => ({ ...one, agent: REVIEWER, tier: "mid" }))
}

export function planInsightItems({ values }: Inputs): readonly FanoutItem[] {
  const { insights } = readStoredInsights(values)
  if (insights.length === 0) return []
  const gathered = readGathered(values)
  const { findings } = readJudgedFindings(gathered, values)
  return [{ item: "insights", agent: REVIEWER, tier: "large", prompt: writeInsightPrompt(insights, findings) }]
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-")
}
