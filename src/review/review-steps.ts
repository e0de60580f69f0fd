import type { Computed, FanoutItem, Inputs, ItemAnswer } from "../workflow/workflow.ts"
import { withoutFalsePositives } from "../claims/checking/facts/false-positive-facts.ts"
import { gapsLimits } from "../claims/checking/gaps-limits.ts"
import { applyVerdicts, type JudgedFindings, type ReadVerdicts, readVerdicts } from "../claims/reading/read-verdicts.ts"
import { readInsights } from "../claims/read-insights.ts"
import { numberFindings, numberInsights } from "../claims/number-findings.ts"
import { PATTERNS, UNJUDGED } from "../claims/match-findings.ts"
import { readClean } from "../claims/reading/read-clean.ts"
import { readFindings } from "../claims/read-findings.ts"
import { aggregate } from "../claims/merging/aggregate.ts"
import { distinctInsights, rejectedInsight } from "../claims/merging/distinct-insights.ts"
import { saidLine } from "../claims/said-text.ts"
import { claimsToJudge, insightPrompt, judgePrompt, judgesOf, synthesisPrompt } from "./plan/judge-prompt.ts"
import { ownMatches, programClaims } from "./own-claims.ts"
import { firstRoundOf, itemName, pairsOf, readItem, REVIEWER, type Round, reviewersOf, roundOf } from "./reviewers.ts"
import { type Aggregated, type Claims, reportOf, type Unjudged } from "./report/report-of.ts"
import { partsOf, searchPrompt, shownInPart } from "./plan/search-prompt.ts"
import type { Insight, Intake, Rejected, ReviewFinding } from "../claims/review-finding.ts"
import type { Gathered, ReviewReport } from "./review-data.ts"

/** The answer of an agent without a model; our own matches take its place. */
export const PATTERNS_ONLY = "(no model: what the patterns found)"

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
  const whole = partsOf(gathered, reviewers, { round })
  const untested = partsOf(gathered, reviewers, { round, seesTests: false })
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

export function settleClaims({ values }: Inputs): Computed {
  const gathered = gatheredIn(values)
  const claims =
    gathered.isOffline === true
      ? patternClaims(gathered)
      : claimsOf(gathered, { thorough: answersIn(values, "thorough"), gaps: answersIn(values, "gaps") })
  return { outcome: "ok", values: { claims } }
}

/** Offline, the matches of patterns are the review. */
function patternClaims(gathered: Gathered): Claims {
  return {
    ...settled(
      gathered,
      [...ownMatches(gathered, (agent) => ({ agent, round: "thorough" })), ...programClaims(gathered)],
      [],
    ),
    failed: [],
  }
}

function claimsOf(
  gathered: Gathered,
  said: { readonly thorough: readonly ItemAnswer[]; readonly gaps: readonly ItemAnswer[] },
): Claims {
  const unanswered = [...said.thorough, ...said.gaps].filter((answer) => !isAnswered(answer))
  const read = (round: string, answers: readonly ItemAnswer[]) =>
    answers.filter(isAnswered).map(intakeOf(gathered, round))
  return {
    ...settled(
      gathered,
      [
        ...ownMatches(gathered, () => ({ agent: PATTERNS, round: PATTERNS })),
        ...programClaims(gathered),
        ...read("thorough", said.thorough),
      ],
      read("gaps", said.gaps),
    ),
    clean: cleanIn(said.thorough.filter(isAnswered), gathered),
    failed: unanswered.map(({ item }) => item),
    whyFailed: Object.fromEntries(unanswered.map(({ item, text }) => [item, saidLine(text, LONGEST_REASON)])),
  }
}

const LONGEST_REASON = 200

/** The checklist items that the first round reported as clean, by reviewer. */
function cleanIn(answers: readonly ItemAnswer[], { kind }: Gathered): ReviewReport["clean"] {
  return reviewersOf(kind).flatMap(({ id }) => {
    const own = answers.filter(({ item }) => readItem(item).reviewer === id)
    const items = [...new Set(own.flatMap(({ text }) => readClean(text)))]
    return items.length === 0 ? [] : [{ agent: id, items }]
  })
}

/** The findings of both rounds without false positives; of the second round, only new ones. */
function settled(gathered: Gathered, thorough: readonly Intake[], gaps: readonly Intake[]): Omit<Claims, "failed"> {
  const first = withoutFalseAlarms(gathered, thorough)
  const second = withoutFalseAlarms(gathered, gaps)
  const limited = gapsLimits(findingsOf(second), findingsOf(first), gathered)
  const kept = new Set(limited.findings)
  const shortened = second.intakes.map((one) => ({
    ...one,
    findings: one.findings.filter((finding) => kept.has(finding)),
  }))
  const numbered = numberFindings([...first.intakes, ...shortened])
  return {
    findings: numbered.flatMap(({ findings }) => findings),
    rejected: [...first.rejected, ...second.rejected, ...limited.rejected],
    falseClaims: numbered.flatMap(({ falseClaims }) => falseClaims),
    falsePositives: summed([...first.falsePositives, ...second.falsePositives]),
  }
}

interface RoundOfClaims extends Pick<ReviewReport, "falsePositives" | "rejected"> {
  readonly intakes: readonly Intake[]
}

/** The claims of a round without those that the code disproves. These do not count towards the round's limit. */
function withoutFalseAlarms(gathered: Gathered, read: readonly Intake[]): RoundOfClaims {
  const held = read.map((intake) => ({ intake, ...withoutFalsePositives(intake.findings, gathered) }))
  return {
    intakes: held.map(({ intake, findings }) => ({ ...intake, findings })),
    rejected: held.flatMap(({ intake, rejected }) => [...intake.rejected, ...rejected]),
    falsePositives: held.flatMap(({ falsePositives }) => falsePositives),
  }
}

function findingsOf({ intakes }: RoundOfClaims): readonly ReviewFinding[] {
  return intakes.flatMap(({ findings }) => findings)
}

function summed(counts: ReviewReport["falsePositives"]): ReviewReport["falsePositives"] {
  const sums = new Map<string, number>()
  for (const { rule, count } of counts) sums.set(rule, (sums.get(rule) ?? 0) + count)
  return [...sums].map(([rule, count]) => ({ rule, count }))
}

function intakeOf(gathered: Gathered, round: string): (answer: ItemAnswer) => Intake {
  return ({ item, text }) => {
    const { reviewer, part } = readItem(item)
    const source = { agent: reviewer, round, part, gathered }
    if (text !== PATTERNS_ONLY) return readFindings(text, source)
    return { findings: [], rejected: [], falseClaims: [] }
  }
}

/** If an agent could not be asked, its text is an error message, not an answer. */
function isAnswered({ outcome }: ItemAnswer): boolean {
  return outcome !== "fail"
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

function openClaims({ depth }: Gathered, findings: readonly ReviewFinding[]): readonly ReviewFinding[] {
  return findings.filter(
    ({ isOwn, proof, severity }) =>
      isOwn !== true && proof === undefined && (depth === "deep" || severity === "critical" || severity === "major"),
  )
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

export function gatherInsights({ values }: Inputs): Computed {
  const gathered = gatheredIn(values)
  const { findings } = judgedIn(gathered, values)
  const said = answersIn(values, "synthesis").filter((answer) => isAnswered(answer) && answer.text !== PATTERNS_ONLY)
  const read = said.map(({ item, text }) => readInsights(text, { agent: item, round: "synthesis", gathered, findings }))
  const insights = {
    insights: numberInsights(read.map((one) => one.insights)),
    rejected: read.flatMap(({ rejected }) => rejected),
  }
  return { outcome: "ok", values: { insights } }
}

export function insightItems({ values }: Inputs): readonly FanoutItem[] {
  const { insights } = insightsIn(values)
  if (insights.length === 0) return []
  const gathered = gatheredIn(values)
  const { findings } = judgedIn(gathered, values)
  return [{ item: "insights", agent: REVIEWER, tier: "large", prompt: insightPrompt(insights, findings) }]
}

export function aggregateReview({ values }: Inputs): Computed {
  const gathered = gatheredIn(values)
  const { insights, rejected } = insightsIn(values)
  const judged = judgedIn(gathered, values)
  const judgedInsights = answersIn(values, "insight_verdicts").map((answer) => readJudge(answer, insights))
  const verdicts = { verdicts: judgedInsights.flatMap((one) => one.verdicts) }
  const invalid = new Set(verdicts.verdicts.filter(({ verdict }) => verdict === "invalid").map(({ id }) => id))
  const lower = new Map(
    verdicts.verdicts.flatMap(({ id, severity }) => (severity === undefined ? [] : [[id, severity]])),
  )
  const texts = new Map(gathered.files.map(({ path, text }) => [path, text]))
  const { findings: kept, merges } = aggregate(judged.findings, (file) => texts.get(file))
  const nowIn = new Map(merges.flatMap(({ id, from }) => from.map((old) => [old, id] as const)))
  const held = insights
    .filter(({ id }) => !invalid.has(id))
    .map(({ related: [a, b], ...insight }) => ({
      ...insight,
      severity: lower.get(insight.id) ?? insight.severity,
      related: [nowIn.get(a) ?? a, nowIn.get(b) ?? b] as const,
    }))
  const distinct = distinctInsights(held)
  const aggregated: Aggregated = {
    findings: kept,
    invalid: judged.invalid,
    insights: distinct.insights,
    unjudged: [...judged.unjudged, ...judgedInsights.flatMap((one) => one.unjudged ?? [])],
    rejected: [
      ...rejected,
      ...insights.filter(({ id }) => invalid.has(id)).map((one) => rejectedInsight(one, "judged-invalid")),
      ...distinct.rejected,
    ],
  }
  return { outcome: "ok", values: { aggregate: aggregated } }
}

export function writeReport({ values }: Inputs): Computed {
  const gathered = gatheredIn(values)
  const aggregated = values["aggregate"] as Aggregated
  const round = firstRoundOf(gathered)
  const notShown = shownInPart(gathered, [...roundOf(gathered, round)], round)
  return { outcome: "ok", values: { report: reportOf(gathered, claimsIn(values), { aggregated, notShown }) } }
}

/** Findings with their verdicts, each judge's only for its own claims. A claim without a verdict stays and says so. */
function judgedIn(
  gathered: Gathered,
  values: Inputs["values"],
): JudgedFindings & { readonly unjudged: readonly Unjudged[] } {
  const { findings } = claimsIn(values)
  if (gathered.isOffline === true) return { findings, invalid: [], unjudged: [] }
  const { asked, left } = claimsToJudge(openClaims(gathered, findings))
  const judges = new Map(judgesOf(gathered, asked).map(({ item, groups }) => [item, groups]))
  const read = answersIn(values, "verdicts").map((answer) => {
    const groups = judges.get(answer.item) ?? []
    const said = readJudge(
      answer,
      groups.flatMap(([first]) => first ?? []),
    )
    const others = new Map(groups.map((group) => [group[0]?.id ?? "", group.map(({ id }) => id)]))
    const forAll = <Said extends { readonly id: string }>(one: Said) =>
      (others.get(one.id) ?? []).map((id) => ({ ...one, id }))
    return { ...said, verdicts: said.verdicts.flatMap(forAll), notJudged: said.notJudged.flatMap(forAll) }
  })
  const tooMany = left.map(({ id }) => ({ id, reason: "not judged: there were more claims than the limit" }))
  return {
    ...applyVerdicts(findings, {
      verdicts: read.flatMap(({ verdicts }) => verdicts),
      notJudged: [...read.flatMap(({ notJudged }) => notJudged), ...tooMany],
    }),
    unjudged: read.flatMap(({ unjudged }) => unjudged ?? []),
  }
}

/** The verdicts of one judge, and what it was asked and did not answer. */
function readJudge(
  { item, text, outcome }: ItemAnswer,
  asked: readonly Pick<ReviewFinding | Insight, "id" | "severity">[],
): Pick<ReadVerdicts, "verdicts" | "notJudged"> & { readonly unjudged?: Unjudged } {
  if (text === PATTERNS_ONLY)
    return { verdicts: asked.map(({ id }) => ({ id, verdict: "valid", reason: UNJUDGED })), notJudged: [] }
  const { verdicts, notJudged } = readVerdicts(outcome === "fail" ? "" : text, asked)
  if (notJudged.length === 0) return { verdicts, notJudged }
  const why = outcome === "fail" ? saidLine(text, LONGEST_REASON) : undefined
  return { verdicts, notJudged, unjudged: { judge: item, claims: notJudged.length, of: asked.length, why } }
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-")
}

function gatheredIn(values: Inputs["values"]): Gathered {
  return values["gathered"] as Gathered
}

function claimsIn(values: Inputs["values"]): Claims {
  return values["claims"] as Claims
}

function insightsIn(values: Inputs["values"]): {
  readonly insights: readonly Insight[]
  readonly rejected: readonly Rejected[]
} {
  return values["insights"] as { readonly insights: readonly Insight[]; readonly rejected: readonly Rejected[] }
}

function answersIn(values: Inputs["values"], name: string): readonly ItemAnswer[] {
  return (values[name] ?? []) as readonly ItemAnswer[]
}
