import { expect, test } from "vitest"
import type { ReviewSkill } from "../../skill/body/review/read-review-skill.ts"
import { readAgentNames } from "./agent-names.ts"
import { instructAgents } from "./instruct-agents.ts"

const none: Omit<ReviewSkill, "name" | "type"> = {
  primaryAgent: null,
  focusAreas: [],
  patterns: [],
  falsePositiveRules: [],
  priorityFiles: { patterns: [], notes: [] },
  methodology: null,
}

const security: ReviewSkill = {
  ...none,
  name: "reviewing-security",
  type: "review",
  primaryAgent: "security-agent",
  focusAreas: [
    { name: "Injection", severity: "Critical", checks: [{ text: "SQL" }, { text: "exec", language: "Node.js" }] },
    { name: "Keys", severity: "Critical", severityRange: ["Major", "Critical"], checks: [{ text: "in code" }] },
  ],
  patterns: [{ id: "eval_input", pattern: "eval\\(", description: "eval" }],
  falsePositiveRules: ["tests", "examples"],
}

const method = (name: string): ReviewSkill => ({
  ...none,
  name,
  type: "methodology",
  methodology: { approach: `${name} it`, mindset: null, steps: ["one"], questions: [] },
})

const empty = { focusAreas: [], checklist: [], autoValidate: [], falsePositiveRules: [], methodologies: [] }

test("without skills ten agents get nothing", () => {
  const { agents, validation, problems } = instructAgents([])
  expect([...agents]).toEqual(
    [
      "api-contracts-agent",
      "architecture-agent",
      "bug-detection-agent",
      "compliance-agent",
      "error-handling-agent",
      "performance-agent",
      "security-agent",
      "technical-debt-agent",
      "test-coverage-agent",
      "synthesis-agent",
    ].map((agent) => [agent, empty]),
  )
  expect(validation).toEqual({ autoValidatePatterns: [], falsePositiveRules: [] })
  expect(problems).toEqual([])
})

test("a review skill reaches its agent alone, a method all ten, in the order they were named", () => {
  const { agents, validation } = instructAgents([method("doubt"), security, method("trace")])
  const methodologies = [method("doubt").methodology, method("trace").methodology]
  expect(agents.get("security-agent")).toEqual({
    focusAreas: ["Injection", "Keys"],
    checklist: [
      { category: "Injection", severity: "Critical", items: ["SQL", "[Node.js] exec"] },
      { category: "Keys", severity: "Critical", severityRange: ["Major", "Critical"], items: ["in code"] },
    ],
    autoValidate: ["eval_input"],
    falsePositiveRules: ["tests", "examples"],
    methodologies,
  })
  const others = [...agents].filter(([agent]) => agent !== "security-agent")
  expect(others.map(([, instructions]) => instructions)).toEqual(others.map(() => ({ ...empty, methodologies })))
  expect(validation).toEqual({ autoValidatePatterns: security.patterns, falsePositiveRules: ["tests", "examples"] })
})

test("several skills for one agent are combined, in the order they were named", () => {
  const more: ReviewSkill = {
    ...security,
    name: "house-rules",
    focusAreas: [
      { name: "Keys", severity: "Minor", checks: [{ text: "in tests" }] },
      { name: "Injection", severity: "Critical", checks: [{ text: "LDAP" }, { text: "SQL" }] },
      { name: "Nothing yet", severity: null, checks: [] },
    ],
    patterns: [
      { id: "md5", description: "weak" },
      { id: "eval_input", pattern: "eval", description: "other" },
    ],
    falsePositiveRules: ["generated code", "tests"],
  }
  const { agents, validation, problems } = instructAgents([security, more])
  expect(agents.get("security-agent")).toEqual({
    focusAreas: ["Injection", "Keys", "Nothing yet"],
    checklist: [
      { category: "Injection", severity: "Critical", items: ["SQL", "[Node.js] exec", "LDAP"] },
      { category: "Keys", severity: "Critical", severityRange: ["Major", "Critical"], items: ["in code"] },
      { category: "Keys", severity: "Minor", items: ["in tests"] },
    ],
    autoValidate: ["eval_input", "md5"],
    falsePositiveRules: ["tests", "examples", "generated code"],
    methodologies: [],
  })
  expect(validation.autoValidatePatterns.map(({ id, pattern }) => [id, pattern])).toEqual([
    ["eval_input", "eval\\("],
    ["md5", undefined],
  ])
  expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "review.pattern-clash: house-rules defines the pattern eval_input differently from an earlier skill; the first definition is used",
  ])
})

test("a skill does not bring back an agent that is skipped", () => {
  expect(instructAgents([security, method("doubt")], { skipAgents: ["security-agent"] }).problems).toEqual([
    {
      code: "review.agent-skipped",
      level: "warning",
      message: "reviewing-security is for security-agent, but that agent is skipped",
      fix: "remove security-agent from skip_agents, or remove reviewing-security",
    },
  ])
  expect(instructAgents([security], { skipAgents: ["bug-detection-agent"] }).problems).toEqual([])
})

test("a command skill reaches no agent, only validation, and this is reported", () => {
  const documentation = { ...security, name: "reviewing-documentation", type: "command", primaryAgent: null } as const
  const { agents, validation, problems } = instructAgents([documentation])
  expect([...agents.values()]).toEqual([...agents.values()].map(() => empty))
  expect(validation.falsePositiveRules).toEqual(["tests", "examples"])
  expect(problems.map(({ code }) => code)).toEqual(["review.command-skill"])
})

test("agent names are read as people write them, each once, and unknown ones are reported with similar names", () => {
  expect(readAgentNames(["bugs", "bug-detection-agent", "Security", "perfomance"])).toEqual({
    agents: ["bug-detection-agent", "security-agent"],
    problems: [
      {
        code: "review.unknown-agent",
        level: "error",
        message: 'there is no agent "perfomance"',
        fix: "did you mean performance-agent?",
      },
    ],
  })
})
