import { personas } from "../../finding/persona.ts"
import type { Insight, Intake, ReviewFinding } from "./review-finding.ts"

/** Rounds in order; a later one never changes the numbers of an earlier one. */
const rounds: readonly string[] = ["patterns", "quick", "thorough", "gaps"]

/**
 * Gives all findings their numbers, from `F1`: by round, then by agent, then in the order of its answer, no matter who
 * answered first. The result is in the given order.
 */
export function numberFindings(intakes: readonly Intake[]): readonly Intake[] {
  const placed = intakes.map((intake, at) => ({ intake, at, key: toSortKey(intake.findings[0]) }))
  const numbered: Intake[] = [...intakes]
  let next = 1
  for (const { intake, at } of placed.sort((a, b) => compare(a.key, b.key) || a.at - b.at)) {
    const ids = new Map(intake.findings.map(({ id }, offset) => [id, `F${next + offset}`]))
    const renumber = (id: string): string => ids.get(id) ?? id
    numbered[at] = {
      ...intake,
      findings: intake.findings.map((finding) => ({ ...finding, id: renumber(finding.id) })),
      falseClaims: intake.falseClaims.map((claim) => ({ ...claim, finding: renumber(claim.finding) })),
    }
    next += intake.findings.length
  }
  return numbered
}

/**
 * Numbers findings again, from `F1`, in the order in which a reader sees them: first those that everyone sees. Only for
 * reviews without agents: what agents wrote may name a finding by its number.
 */
export function renumberFindings(findings: readonly ReviewFinding[]): readonly ReviewFinding[] {
  const seen = personas.flatMap((persona) => findings.filter((finding) => (finding.persona ?? "regular") === persona))
  const ids = new Map(seen.map(({ id }, at) => [id, `F${at + 1}`]))
  const renumber = (id: string): string => ids.get(id) ?? id
  return findings.map((finding) => ({
    ...finding,
    id: renumber(finding.id),
    related: finding.related.map(renumber),
  }))
}

/** The same for insights, from `I1`, in the order in which their pairs are given. */
export function numberInsights(lists: readonly (readonly Insight[])[]): readonly Insight[] {
  return lists.flat().map((insight, at) => ({ ...insight, id: `I${at + 1}` }))
}

function toSortKey(finding: ReviewFinding | undefined): readonly [number, string] {
  const round = rounds.indexOf(finding?.provenance?.round ?? "")
  return [round === -1 ? rounds.length : round, finding?.provenance?.agent ?? ""]
}

function compare(a: readonly [number, string], b: readonly [number, string]): number {
  return a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0)
}
