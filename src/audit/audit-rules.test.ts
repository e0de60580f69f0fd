import { describe, expect, test } from "vitest"
import { auditRules } from "./audit-rules.ts"
import { indexKnownSkills } from "./known-skills.ts"
import { auditSkill } from "../../test/audit-skill.ts"
import { type AuditRule, attackClasses, type Example } from "./audit-rule.ts"
import type { AuditInput } from "./audit-view.ts"

const cases = (kind: "positive" | "negative") =>
  auditRules.flatMap((rule) =>
    rule.examples[kind].map((example) => [rule.id, titleOf(example), rule, example] as const),
  )

describe("each rule by its own examples", () => {
  test.each(cases("positive"))("%s finds %s", (_id, _title, rule, example) => {
    expect(soundly(rule, example)).toEqual([rule.id])
  })

  test.each(cases("negative"))("%s is silent about %s", (_id, _title, rule, example) => {
    expect(soundly(rule, example)).toEqual([])
  })
})

test("every rule has examples of both kinds, and a unique id", () => {
  expect(auditRules.filter(({ examples }) => examples.positive.length * examples.negative.length === 0)).toEqual([])
  expect(new Set(auditRules.map(({ id }) => id)).size).toBe(auditRules.length)
})

test("every class but the one across skills has a rule", () => {
  const covered = new Set(auditRules.map((rule) => rule.class))
  expect(Object.keys(attackClasses).filter((id) => !covered.has(id as keyof typeof attackClasses))).toEqual(["A18"])
})

/** Findings without doubt; a rule that only mentions the thing gives low confidence. */
function soundly(rule: AuditRule, example: Example): readonly string[] {
  const { findings } = auditSkill(inputOf(example), { rules: [rule], persona: "auditor" })
  return [...new Set(findings.filter(({ confidence }) => confidence !== "low").map((finding) => finding.rule))]
}

function inputOf(example: Example): AuditInput {
  const skill = typeof example === "string" ? { files: { "SKILL.md": bodyOf(example) } } : example
  const files = Object.entries(skill.files).map(([path, content]) =>
    typeof content === "string"
      ? { path, text: content, executable: false, size: content.length }
      : { path, executable: false, size: "bytes" in content ? content.bytes : 0, ...content },
  )
  const { name = "example", known, approved } = skill as Exclude<Example, string>
  return {
    name,
    main: "SKILL.md",
    files,
    ...(known === undefined ? {} : { known: indexKnownSkills(known) }),
    approved,
  }
}

function bodyOf(text: string): string {
  return `---\ndescription: An example.\n---\n\n${text}\n`
}

function titleOf(example: Example): string {
  return JSON.stringify(typeof example === "string" ? example : (example.name ?? example.files)).slice(0, 80)
}
