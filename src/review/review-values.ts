import { PATTERNS_ONLY, UNJUDGED } from "./claims/read-matches.ts"
import { applyVerdicts, type JudgedFindings, type ReadVerdicts, readVerdicts } from "./claims/reading/read-verdicts.ts"
import type { Insight, Rejected, ReviewFinding } from "./claims/review-finding.ts"
import { cleanLine } from "./claims/clean-text.ts"
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

export function selectOpenClaims({ depth }: Gathered, findings: readonly ReviewFinding[]): readonly ReviewFinding[] {
  return findings.filter(
    ({ isOwn, proof, severity }) =>
      isOwn !== true && proof === undefined && (depth === "deep" || severity === "critical" || severity === "major"),
  )
}

/** Findings with their verdicts, each judge's only for its own claims. A claim without a verdict stays and says so. */
export function readJudgedFindings(
  gathered: Gathered,
  values: Inputs["values"],
): JudgedFindings & { readonly unjudged: readonly Unjudged[] } {
  const { findings } = readClaims(values)
  if (gathered.isOffline === true) return { findings, invalid: [], unjudged: [] }
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
  return {
    ...applyVerdicts(findings, {
      verdicts: read.flatMap(({ verdicts }) => verdicts),
      notJudged: [...read.flatMap(({ notJudged }) => notJudged), ...tooMany],
    }),
    unjudged: read.flatMap(({ unjudged }) => unjudged ?? []),
  }
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
