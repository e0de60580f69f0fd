import { removeFalsePositives } from "./claims/checking/facts/false-positive-facts.ts"
import { limitGaps } from "./claims/checking/limit-gaps.ts"
import { readMatches, PATTERNS, PATTERNS_ONLY, UNJUDGED } from "./claims/read-matches.ts"
import { aggregateFindings } from "./claims/merging/aggregate.ts"
import { selectDistinctInsights, rejectInsight } from "./claims/merging/select-distinct-insights.ts"
import { numberFindings, numberInsights } from "./claims/number-findings.ts"
import { readFindings } from "./claims/read-findings.ts"
import { readInsights } from "./claims/read-insights.ts"
import { readClean } from "./claims/reading/read-clean.ts"
import type { Intake, ReviewFinding } from "./claims/review-finding.ts"
import { cleanLine } from "./claims/clean-text.ts"
import { pickNarrower } from "../finding/persona.ts"
import type { Computed, Inputs, ItemAnswer } from "../workflow/workflow.ts"
import { listShownInPart } from "./plan/search-prompt.ts"
import { type Aggregated, type Claims, assembleReport } from "./report/assemble-report.ts"
import type { Gathered, ReviewReport } from "./review-data.ts"
import {
  readStoredAnswers,
  readClaims,
  readGathered,
  readStoredInsights,
  isAnswered,
  readJudgedFindings,
  LONGEST_REASON,
  readJudge,
} from "./review-values.ts"
import { chooseFirstRound, readItemName, listReviewers, listRoundReviewers } from "./reviewers.ts"
import { findFindingPlace } from "./secondary-files.ts"

export function settleClaims({ values }: Inputs): Computed {
  const gathered = readGathered(values)
  const claims =
    gathered.isOffline === true
      ? patternClaims(gathered)
      : settleRounds(gathered, {
          thorough: readStoredAnswers(values, "thorough"),
          gaps: readStoredAnswers(values, "gaps"),
        })
  return { outcome: "ok", values: { claims } }
}

/** Offline, the matches of patterns are the review. */
function patternClaims(gathered: Gathered): Claims {
  return {
    ...settleIntakes(
      gathered,
      [...collectOwnMatches(gathered, (agent) => ({ agent, round: "thorough" })), ...collectProgramClaims(gathered)],
      [],
    ),
    failed: [],
  }
}

export function settleRounds(
  gathered: Gathered,
  said: { readonly thorough: readonly ItemAnswer[]; readonly gaps: readonly ItemAnswer[] },
): Claims {
  const unanswered = [...said.thorough, ...said.gaps].filter((answer) => !isAnswered(answer))
  const read = (round: string, answers: readonly ItemAnswer[]) =>
    answers.filter(isAnswered).map(openIntake(gathered, round))
  return {
    ...settleIntakes(
      gathered,
      [
        ...collectOwnMatches(gathered, () => ({ agent: PATTERNS, round: PATTERNS })),
        ...collectProgramClaims(gathered),
        ...read("thorough", said.thorough),
      ],
      read("gaps", said.gaps),
    ),
    clean: collectClean(said.thorough.filter(isAnswered), gathered),
    failed: unanswered.map(({ item }) => item),
    whyFailed: Object.fromEntries(unanswered.map(({ item, text }) => [item, cleanLine(text, LONGEST_REASON)])),
  }
}

/** Everything we matched, by category. It holds no matter which agents take part; what no pattern proves says so. */
function collectOwnMatches(
  gathered: Gathered,
  named: (agent: string) => { readonly agent: string; readonly round: string },
): readonly Intake[] {
  const reviewers = listReviewers(gathered.kind)
  const known = new Set(reviewers.map(({ category }) => category))
  const groups = [
    ...reviewers.map(({ id, category }) => ({ id, has: (one: string) => one === category })),
    { id: PATTERNS, has: (one: string) => !known.has(one) },
  ]
  const setApart = openSeparator(gathered)
  return groups.map(({ id, has }) => {
    const matches = gathered.matches.filter(({ category }) => has(category))
    const said = named(id)
    const intake = readMatches({ ...said, id, gathered: { ...gathered, matches } })
    return { ...intake, findings: intake.findings.map(heldByPattern).map(setApart) }
  })
}

function heldByPattern(finding: ReviewFinding): ReviewFinding {
  return finding.proof === undefined ? { ...finding, verdict: "valid", reason: UNJUDGED } : finding
}

/**
 * Findings in tests, examples, third-party code and the like are shown only to more thorough personas. In a change every finding
 * is shown, because its author chooses where a file is and what its first lines say.
 */
function openSeparator({
  files,
  change,
  named = [],
}: Pick<Gathered, "files" | "change" | "named">): (finding: ReviewFinding) => ReviewFinding {
  if (change !== undefined) return (finding) => finding
  const byPath = new Map(files.map((file) => [file.path, file]))
  return (finding) => {
    const file = byPath.get(finding.file)
    if (file === undefined) return finding
    const place = findFindingPlace(finding, file, named)
    if (place === undefined) return finding
    return { ...finding, place, persona: pickNarrower(finding.persona ?? "regular", "pedantic") }
  }
}

/** Results of other programs. They are claims like those of agents and are checked against the code. */
function collectProgramClaims(gathered: Gathered): readonly Intake[] {
  const setApart = openSeparator(gathered)
  return (gathered.programs?.said ?? []).flatMap(({ agent, answers }) =>
    answers.map((text, at) => {
      const intake = readFindings(text, { agent, round: at === 0 ? SARIF : `${SARIF} ${at + 1}`, gathered })
      return { ...intake, findings: intake.findings.map(setApart) }
    }),
  )
}

const SARIF = "sarif"

/** The first round is read twice: for what the second round is told, and for the report. It is checked once. */
const intakes = new WeakMap<Gathered, Map<string, { readonly text: string; readonly intake: Intake }>>()

function openIntake(gathered: Gathered, round: string): (answer: ItemAnswer) => Intake {
  const known = intakes.get(gathered) ?? new Map<string, { readonly text: string; readonly intake: Intake }>()
  intakes.set(gathered, known)
  return ({ item, text }) => {
    const { reviewer, part } = readItemName(item)
    const source = { agent: reviewer, round, part, gathered }
    if (text === PATTERNS_ONLY) return { findings: [], rejected: [], falseClaims: [] }
    const key = `${round} ${item}`
    const before = known.get(key)
    if (before?.text === text) return before.intake
    const intake = readFindings(text, source)
    known.set(key, { text, intake })
    return intake
  }
}

/** The findings of both rounds without false positives; of the second round, only new ones. */
function settleIntakes(
  gathered: Gathered,
  thorough: readonly Intake[],
  gaps: readonly Intake[],
): Omit<Claims, "failed"> {
  const first = withoutFalseAlarms(gathered, thorough)
  const second = withoutFalseAlarms(gathered, gaps)
  const limited = limitGaps(listFindings(second), listFindings(first), gathered)
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
    falsePositives: sumFalsePositives([...first.falsePositives, ...second.falsePositives]),
  }
}

interface RoundOfClaims extends Pick<ReviewReport, "falsePositives" | "rejected"> {
  readonly intakes: readonly Intake[]
}

/** The claims of a round without those that the code disproves. These do not count towards the round's limit. */
function withoutFalseAlarms(gathered: Gathered, read: readonly Intake[]): RoundOfClaims {
  const held = read.map((intake) => ({ intake, ...removeFalsePositives(intake.findings, gathered) }))
  return {
    intakes: held.map(({ intake, findings }) => ({ ...intake, findings })),
    rejected: held.flatMap(({ intake, rejected }) => [...intake.rejected, ...rejected]),
    falsePositives: held.flatMap(({ falsePositives }) => falsePositives),
  }
}

function listFindings({ intakes }: RoundOfClaims): readonly ReviewFinding[] {
  return intakes.flatMap(({ findings }) => findings)
}

function sumFalsePositives(counts: ReviewReport["falsePositives"]): ReviewReport["falsePositives"] {
  const sums = new Map<string, number>()
  for (const { rule, count } of counts) sums.set(rule, (sums.get(rule) ?? 0) + count)
  return [...sums].map(([rule, count]) => ({ rule, count }))
}

/** The checklist items that the first round reported as clean, by reviewer. */
function collectClean(answers: readonly ItemAnswer[], { kind, reviewers = [] }: Gathered): ReviewReport["clean"] {
  return [...listReviewers(kind), ...reviewers].flatMap(({ id }) => {
    const own = answers.filter(({ item }) => readItemName(item).reviewer === id)
    const items = [...new Set(own.flatMap(({ text }) => readClean(text)))]
    return items.length === 0 ? [] : [{ agent: id, items }]
  })
}

export function gatherInsights({ values }: Inputs): Computed {
  const gathered = readGathered(values)
  const { findings } = readJudgedFindings(gathered, values)
  const said = readStoredAnswers(values, "synthesis").filter(
    (answer) => isAnswered(answer) && answer.text !== PATTERNS_ONLY,
  )
  const read = said.map(({ item, text }) => readInsights(text, { agent: item, round: "synthesis", gathered, findings }))
  const insights = {
    insights: numberInsights(read.map((one) => one.insights)),
    rejected: read.flatMap(({ rejected }) => rejected),
  }
  return { outcome: "ok", values: { insights } }
}

export function aggregateReview({ values }: Inputs): Computed {
  const gathered = readGathered(values)
  const { insights, rejected } = readStoredInsights(values)
  const judged = readJudgedFindings(gathered, values)
  const judgedInsights = readStoredAnswers(values, "insight_verdicts").map((answer) => readJudge(answer, insights))
  const verdicts = { verdicts: judgedInsights.flatMap((one) => one.verdicts) }
  const invalid = new Set(verdicts.verdicts.filter(({ verdict }) => verdict === "invalid").map(({ id }) => id))
  const lower = new Map(
    verdicts.verdicts.flatMap(({ id, severity }) => (severity === undefined ? [] : [[id, severity]])),
  )
  const texts = new Map(gathered.files.map(({ path, text }) => [path, text]))
  const { findings: kept, merges } = aggregateFindings(judged.findings, (file) => texts.get(file), gathered.merge)
  const nowIn = new Map(merges.flatMap(({ id, from }) => from.map((old) => [old, id] as const)))
  const held = insights
    .filter(({ id }) => !invalid.has(id))
    .map(({ related: [a, b], ...insight }) => ({
      ...insight,
      severity: lower.get(insight.id) ?? insight.severity,
      related: [nowIn.get(a) ?? a, nowIn.get(b) ?? b] as const,
    }))
  const distinct = selectDistinctInsights(held)
  const aggregated: Aggregated = {
    findings: kept,
    invalid: judged.invalid,
    insights: distinct.insights,
    byRules: judged.byRules,
    unjudged: [...judged.unjudged, ...judgedInsights.flatMap((one) => one.unjudged ?? [])],
    rejected: [
      ...rejected,
      ...insights.filter(({ id }) => invalid.has(id)).map((one) => rejectInsight(one, "judged-invalid")),
      ...distinct.rejected,
    ],
  }
  return { outcome: "ok", values: { aggregate: aggregated } }
}

export function writeReport({ values }: Inputs): Computed {
  const gathered = readGathered(values)
  const aggregated = values["aggregate"] as Aggregated
  const round = chooseFirstRound(gathered)
  const notShown = listShownInPart(gathered, [...listRoundReviewers(gathered, round)], round)
  return { outcome: "ok", values: { report: assembleReport(gathered, readClaims(values), { aggregated, notShown }) } }
}
