import { PATTERNS_ONLY, UNJUDGED } from "./claims/read-matches.ts"
import { applyVerdicts, type JudgedFindings } from "./claims/apply-verdicts.ts"
import { findQuote } from "./claims/checking/find-quote.ts"
import { openReviewedCode } from "./claims/checking/reviewed-code.ts"
import { type ReadVerdicts, readVerdicts } from "./claims/reading/read-verdicts.ts"
import type { FalsePositiveCount, Insight, JudgeVerdict, Rejected, ReviewFinding } from "./claims/review-finding.ts"
import { readFalsePositiveFacts } from "./claims/checking/facts/false-positive-facts.ts"
import { abbreviate, cleanLine } from "./claims/clean-text.ts"
import type { Inputs, ItemAnswer } from "../workflow/workflow.ts"
import { selectClaimsToJudge, planJudges } from "./plan/judge-prompts.ts"
import type { Claims, Unjudged } from "./report/assemble-report.ts"
import type { Gathered } from "./review-data.ts"

export function readGathered(values: Inputs["values"]): Gathered {
  return values["gathered"] as Gathered
}

export function readStoredAnswers(values: Inputs["values"], name: string): readonly ItemAnswer[] {
  return (values[name] ?? []) as readonly ItemAnswer[]
}

/** If an agent could not be asked, its text is an error message, not an answer. */
export function isAnswered({ outcome }: ItemAnswer): boolean {
  return outcome !== "fail"
}

export function readClaims(values: Inputs["values"]): Claims {
  return values["claims"] as Claims
}

export function readStoredInsights(values: Inputs["values"]): {
  readonly insights: readonly Insight[]
  readonly rejected: readonly Rejected[]
} {
  return values["insights"] as { readonly insights: readonly Insight[]; readonly rejected: readonly Rejected[] }
}

/**
 * What judges are asked about: claims that no pattern proves (in a quick review only severe ones), and those of our own
 * findings that everybody sees.
 */
export function selectOpenClaims(
  { depth, judgesOwn }: Pick<Gathered, "depth" | "judgesOwn">,
  findings: readonly ReviewFinding[],
): readonly ReviewFinding[] {
  const isSevere = ({ severity }: ReviewFinding) => severity === "critical" || severity === "major"
  const isUpToJudge = ({ isOwn, persona = "regular" }: ReviewFinding) =>
    isOwn !== true || (judgesOwn === true && persona === "regular")
  const isWorth = (one: ReviewFinding) => depth === "deep" || one.isOwn === true || isSevere(one)
  return findings.filter((one) => one.proof === undefined && isUpToJudge(one) && isWorth(one))
}

/** Findings with their verdicts, each judge's only for its own claims. A claim without a verdict stays and says so. */
export function readJudgedFindings(
  gathered: Gathered,
  values: Inputs["values"],
): JudgedFindings & { readonly unjudged: readonly Unjudged[]; readonly byRules: readonly FalsePositiveCount[] } {
  const { findings } = readClaims(values)
  if (gathered.isOffline === true) return { findings, invalid: [], unjudged: [], byRules: [] }
  const { asked, left } = selectClaimsToJudge(selectOpenClaims(gathered, findings))
  const judges = new Map(planJudges(gathered, asked).map(({ item, groups }) => [item, groups]))
  const read = readStoredAnswers(values, "verdicts").map((answer) => {
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
  const code = openReviewedCode(gathered)
  const verdicts = read.flatMap((one) => one.verdicts)
  const judged = applyVerdicts(findings, {
    findQuote: (verdict, finding) => findQuote(verdict, finding, code),
    verdicts,
    notJudged: [...read.flatMap(({ notJudged }) => notJudged), ...tooMany],
  })
  const removed = new Set(judged.invalid.map(({ id }) => id))
  return {
    ...judged,
    unjudged: read.flatMap(({ unjudged }) => unjudged ?? []),
    byRules: countRules(
      gathered,
      verdicts.filter(({ id }) => removed.has(id)),
    ),
  }
}

/** How many claims judges removed because of each false-positive rule of a skill. */
function countRules(
  { falsePositiveRules }: Pick<Gathered, "falsePositiveRules">,
  verdicts: readonly JudgeVerdict[],
): readonly FalsePositiveCount[] {
  return readFalsePositiveFacts(falsePositiveRules).prompt.flatMap((rule, at) => {
    const count = verdicts.filter((one) => one.rule === at + 1).length
    return count === 0 ? [] : [{ rule: `${abbreviate(rule)} (by a judge)`, count }]
  })
}

/** The verdicts of one judge, and what it was asked and did not answer. */
export function readJudge(
  { item, text, outcome }: ItemAnswer,
  asked: readonly Pick<ReviewFinding | Insight, "id" | "severity">[],
): Pick<ReadVerdicts, "verdicts" | "notJudged"> & { readonly unjudged?: Unjudged } {
  if (text === PATTERNS_ONLY)
    return { verdicts: asked.map(({ id }) => ({ id, verdict: "valid", reason: UNJUDGED })), notJudged: [] }
  const { verdicts, notJudged } = readVerdicts(outcome === "fail" ? "" : text, asked)
  if (notJudged.length === 0) return { verdicts, notJudged }
  const why = outcome === "fail" ? cleanLine(text, LONGEST_REASON) : undefined
  return { verdicts, notJudged, unjudged: { judge: item, claims: notJudged.length, of: asked.length, why } }
}

export const LONGEST_REASON = 200
