import { auditView } from "../../src/audit/audit-all.ts"
import { findChains, collectTraces } from "../../src/audit/find-chains.ts"
import { attackClasses } from "../../src/audit/audit-rule.ts"
import { openAuditView } from "../../src/audit/audit-view.ts"
import type { Confidence, Severity } from "../../src/finding/severity.ts"
import type { Sample } from "./read-set.ts"

/** How loud the loudest finding is. high: would block. medium: the same with some doubt. review: worth a look. */
export type Loudness = "high" | "medium" | "review" | "none"

export interface Scored {
  readonly sample: Sample
  /** Of the findings of the sample's own class. */
  readonly own: Loudness
  /** Of all findings. */
  readonly any: Loudness
  readonly rules: readonly string[]
}

interface Heard {
  readonly rule: string
  readonly class: string
  readonly severity: Severity
  readonly confidence: Confidence
}

export function scoreSample(sample: Sample): Scored {
  const heard = hear(sample)
  const own = heard.filter((one) => one.class === sample.class)
  return {
    sample,
    own: loudest(own),
    any: loudest(heard),
    rules: [...new Set(heard.map(({ rule, severity, confidence }) => `${rule} ${severity}/${confidence}`))],
  }
}

function hear(sample: Sample): readonly Heard[] {
  const views = sample.skills.map(openAuditView)
  const findings = views.flatMap((view) => auditView(view, {}).findings)
  const classOf = new Map(Object.entries(attackClasses).map(([id, name]) => [name as string, id]))
  return [
    ...findings.map(({ rule, category, severity, confidence }) => ({
      rule,
      class: classOf.get(category) ?? "",
      severity,
      confidence,
    })),
    ...findChains(views.map(collectTraces)).map(({ rule, hit }) => ({
      rule: rule.id,
      class: rule.class,
      severity: hit.severity ?? rule.severity,
      confidence: hit.confidence ?? rule.confidence,
    })),
  ]
}

export function loudest(findings: readonly Pick<Heard, "severity" | "confidence">[]): Loudness {
  const loudness = findings.map(loudnessOf)
  return (["high", "medium", "review"] as const).find((level) => loudness.includes(level)) ?? "none"
}

function loudnessOf({ severity, confidence }: Pick<Heard, "severity" | "confidence">): Loudness {
  if (severity === "suggestion" || confidence === "low") return "none"
  if (severity === "minor") return "review"
  return confidence === "high" ? "high" : "medium"
}

/** The slices of the targets: which samples, how loud they must be, and what share. */
export const slices = [
  {
    name: "structural (A4 A9-A12 A15 A20)",
    classes: ["A4", "A9", "A10", "A11", "A12", "A15", "A20"],
    loud: "high",
    target: 0.98,
  },
  {
    name: "code, in plain sight (A5-A8)",
    classes: ["A5", "A6", "A7", "A8"],
    variants: ["plain", "paraphrased", "language", "buried"],
    loud: "high",
    target: 0.95,
  },
  {
    name: "code, encoded or split (A5-A8)",
    classes: ["A5", "A6", "A7", "A8"],
    variants: ["encoded", "split"],
    loud: "high",
    target: 0.7,
  },
  { name: "prose (A1-A3 A16)", classes: ["A1", "A2", "A3", "A16"], loud: "review", target: 0.4 },
  { name: "triggers, imitation (A13 A14)", classes: ["A13", "A14"], loud: "review", target: 0.7 },
  { name: "tools, chains, destruction (A17-A19)", classes: ["A17", "A18", "A19"], loud: "high", target: 0.7 },
] as const

const LOUD: readonly Loudness[] = ["high", "medium", "review"]

export function isLoud(heard: Loudness, least: Loudness): boolean {
  return heard !== "none" && LOUD.indexOf(heard) <= LOUD.indexOf(least)
}

export function isInSlice({ sample }: Scored, slice: (typeof slices)[number]): boolean {
  const variants: readonly string[] = "variants" in slice ? slice.variants : []
  if (sample.variant === undefined || !(slice.classes as readonly string[]).includes(sample.class)) return false
  return variants.length === 0 || variants.includes(sample.variant)
}
