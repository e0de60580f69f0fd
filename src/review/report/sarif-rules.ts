import type { ReportingDescriptor } from "sarif"
import { levelOf, scoreOf } from "../../finding/sarif-log.ts"
import { compareSeverity, type Severity } from "../../finding/severity.ts"
import { listReviewers } from "../reviewers.ts"
import type { ReviewFinding } from "../claims/review-finding.ts"
import type { ReviewReport } from "../review-data.ts"

export const INSIGHT_RULE = "review/insight"

/** The id of our rule or of the pattern that proves the finding; otherwise its category. Never the agent's name. */
export function chooseRuleId({
  isOwn,
  rule,
  proof,
  category,
}: Pick<ReviewFinding, "isOwn" | "rule" | "proof" | "category">): string {
  return proof?.pattern ?? (isOwn === true ? rule : undefined) ?? `review/${slug(category)}`
}

/** `89` of every `CWE-89` that a finding names. */
export function findWeaknesses({
  extras,
  description,
}: Pick<ReviewFinding, "extras" | "description">): readonly string[] {
  const named = [...Object.values(extras), description].flatMap((text) => [...text.matchAll(/\bCWE-0*(\d{1,5})\b/gi)])
  const bare = Object.entries(extras).flatMap(([name, text]) =>
    name.toLowerCase() === "cwe" ? [/^0*(\d{1,5})$/.exec(text.trim())] : [],
  )
  const ids = [...named, ...bare].flatMap((match) => match?.[1] ?? [])
  return [...new Set(ids)].sort((a, b) => Number(a) - Number(b))
}

/** The rules that results refer to, by id. We write their texts, so two runs describe a rule in the same words. */
export function toSarifRules({ kind, findings, insights }: ReviewReport): readonly ReportingDescriptor[] {
  const groups = new Map<string, ReviewFinding[]>()
  for (const finding of findings) {
    const id = chooseRuleId(finding)
    groups.set(id, [...(groups.get(id) ?? []), finding])
  }
  const rules = [...groups].map(([id, group]) => describeRule(id, group, kind))
  const all = insights.length === 0 ? rules : [...rules, insightRule(worst(insights))]
  return all.sort((a, b) => (a.id < b.id ? -1 : 1))
}

function describeRule(id: string, group: readonly ReviewFinding[], kind: ReviewReport["kind"]): ReportingDescriptor {
  const [first] = group
  const category = first?.category ?? ""
  const own = group.find(({ isOwn }) => isOwn === true)
  const isPattern = own !== undefined || first?.proof !== undefined
  const task = listReviewers(kind).find((reviewer) => reviewer.category === category)?.task
  const severity = worst(group)
  const weaknesses = isPattern ? [...new Set(group.flatMap(findWeaknesses))] : []
  const isSecurity = category.toLowerCase().includes("security")
  return {
    id,
    shortDescription: { text: own?.title ?? (isPattern ? `Pattern ${id}` : category) },
    fullDescription: {
      text:
        own?.description ??
        (isPattern
          ? `The pattern ${id} matches the code, which proves the finding.`
          : (task ?? `Findings about ${category}.`)),
    },
    help: {
      text: own?.fix ?? "Check each place. If the finding is true, fix it; otherwise accept it with a reason.",
    },
    defaultConfiguration: { level: levelOf[severity] },
    ...(weaknesses.length === 0 ? {} : { relationships: weaknesses.map(superset) }),
    properties: {
      tags: [
        ...new Set([...(isSecurity ? ["security"] : []), category.toLowerCase()]),
        ...weaknesses.map((cwe) => `external/cwe/cwe-${cwe.padStart(3, "0")}`),
      ],
      ...(isSecurity ? { "security-severity": scoreOf[severity] } : {}),
    },
  }
}

function superset(id: string) {
  return { target: { id, toolComponent: { name: "CWE", index: 0 } }, kinds: ["superset"] }
}

function insightRule(severity: Severity): ReportingDescriptor {
  return {
    id: INSIGHT_RULE,
    shortDescription: { text: "Cross-cutting insight" },
    fullDescription: { text: "What two findings of different kinds mean together." },
    help: { text: "Read both findings first. If they are true, fix them together." },
    defaultConfiguration: { level: levelOf[severity] },
  }
}

function worst(group: readonly { readonly severity: Severity }[]): Severity {
  return group.map(({ severity }) => severity).sort(compareSeverity)[0] ?? "suggestion"
}

function slug(category: string): string {
  const words = category.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length === 0 ? "other" : words.join("-")
}
