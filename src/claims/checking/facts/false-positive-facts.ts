import { syntaxOf } from "../../../analysis/patterns/code-language.ts"
import { zonesOf } from "../../../analysis/patterns/zones.ts"
import type { FalsePositiveCount, Rejected, ReviewFinding } from "../../review-finding.ts"
import type { ReviewedMaterial } from "../../reviewed-file.ts"
import { beginningOf } from "../../said-text.ts"
import { rejectedFinding } from "../gaps-limits.ts"
import { openReviewedCode } from "../reviewed-code.ts"
import { isSameCategory } from "../../same-category.ts"
import { isPlace, type FilePlace } from "../../../analysis/file-place.ts"
import { type FactRow, type FindingInCode, factTable } from "./fact-table.ts"
import { type PlaceRule, readPlaceRule } from "./read-rule.ts"
import { isAbout } from "./subjects.ts"

export interface FalsePositiveFacts {
  /** Rules whose condition shows in the code: we apply them. */
  readonly facts: readonly FalsePositiveFact[]
  /** All others, for those who judge. Rules of which only a part shows in the code stand here too. */
  readonly prompt: readonly string[]
}

export interface FalsePositiveFact {
  readonly rule: string
  readonly holds: FactRow["holds"]
}

/** Which rules of skills are facts about code, and which remain words. */
export function falsePositiveFacts(rules: readonly string[]): FalsePositiveFacts {
  const read = rules.map((rule) => ({ rule, fact: factOf(rule) }))
  return {
    facts: read.flatMap(({ rule, fact }) => (fact === undefined ? [] : [{ rule, holds: fact.holds }])),
    prompt: read.filter(({ fact }) => fact?.isWhole !== true).map(({ rule }) => rule),
  }
}

export interface WithoutFalsePositives {
  readonly findings: readonly ReviewFinding[]
  readonly rejected: readonly Rejected[]
  readonly falsePositives: readonly FalsePositiveCount[]
}

/** Leaves out what a rule of a skill takes out, where the code shows that it does. The first rule that holds is named. */
export function withoutFalsePositives(
  findings: readonly ReviewFinding[],
  gathered: Pick<ReviewedMaterial, "files" | "falsePositiveRules">,
): WithoutFalsePositives {
  const { facts } = falsePositiveFacts(gathered.falsePositiveRules)
  const code = openReviewedCode(gathered)
  const counts = new Map<string, number>()
  const kept: ReviewFinding[] = []
  const rejected: Rejected[] = []
  for (const finding of findings) {
    const file = code.find(finding.file)
    const fact = file && facts.find(({ holds }) => holds({ finding, file, lines: code.linesOf(file) }))
    if (fact === undefined) kept.push(finding)
    else {
      const rule = beginningOf(fact.rule)
      counts.set(rule, (counts.get(rule) ?? 0) + 1)
      rejected.push(rejectedFinding(finding, "false-positive-rule"))
    }
  }
  const falsePositives = [...counts].map(([rule, count]) => ({ rule, count }))
  return { findings: kept, rejected, falsePositives: falsePositives.sort((a, b) => b.count - a.count) }
}

function factOf(rule: string): Omit<FactRow, "says"> | undefined {
  const text = rule.replace(/\s+/g, " ").trim().replace(/\.$/, "").toLowerCase()
  const row = factTable.find(({ says }) => says.test(text))
  if (row !== undefined) return row
  const places = readPlaceRule(rule)
  return places && { holds: (at) => holdsAt(places, at), isWhole: true }
}

function holdsAt({ places, about }: PlaceRule, at: FindingInCode): boolean {
  if (about !== undefined && !isAbout(at.finding.title, about)) return false
  return places.some((place) => (place === "comment" ? isComment(at) : isFilePlace(place, at)))
}

/** Who looks at tests or documents themselves is not told to leave them alone. */
function isFilePlace(place: FilePlace, { finding, file }: FindingInCode): boolean {
  if (place === "test" && isSameCategory(finding.category, "test-coverage")) return false
  if (place === "documentation" && DOCUMENT_KINDS.test(finding.category)) return false
  return isPlace(file, place)
}

const DOCUMENT_KINDS = /^(?:accuracy|clarity|completeness|consistency|examples|structure)$/i

/** All of the finding's lines begin inside a comment, or with one. */
function isComment({ finding, file, lines }: FindingInCode): boolean {
  const syntax = syntaxOf(file.path)
  if (syntax === undefined || finding.endLine - finding.line > 200) return false
  const zones = zonesOf(file.text, syntax)
  let start = lines.slice(0, finding.line - 1).reduce((sum, line) => sum + line.length + 1, 0)
  for (const line of lines.slice(finding.line - 1, finding.endLine)) {
    const first = line.search(/\S/)
    if (first !== -1 && zones.at(start + first) !== "comment") return false
    start += line.length + 1
  }
  return true
}
