import { expect, test } from "vitest"
import type { Composite } from "../composite.ts"
import type { MemoryRecord } from "../memory-record.ts"
import { summariseJob } from "./summarise-job.ts"

const composite = {
  name: "develop-command",
  checks: [] as Composite["checks"],
  phases: [] as Composite["phases"],
  criteria: [
    { id: "A1", text: "it lies", level: "never" },
    { id: "A2", text: "it is long", level: "never" },
  ] as Composite["criteria"],
} as Composite

function record(phase: string, more: Partial<MemoryRecord> = {}): MemoryRecord {
  return {
    phase,
    attempt: 1,
    agent: "analysis",
    status: "completed",
    memory_file: `${phase}.md`,
    hash: "",
    text: `## Section 2\n- not this\n\n## Section 3: directives\nsome words\n-no\n  * ${phase} first\n- second\n`,
    questions: [],
    unknowns: [],
    impasse: { kind: "" },
    criteria: [],
    learnings: [],
    for: {},
    ...more,
  }
}

function summarise(records: readonly MemoryRecord[], query = "a list") {
  return summariseJob({ composite, query, values: {}, records }).split("\n")
}

test("a summary has one line for each phase and branch: its last result, with the first directive", () => {
  const again = record("plan", { attempt: 2, agent: "synthesis" })
  expect(
    summarise([record("plan"), record("look", { branch: "a" }), record("look", { branch: "b", text: "" }), again]),
  ).toEqual([
    'develop-command has completed its phases for "a list".',
    "3 memory files had the required form. What the agents wrote in them was not checked by Skillet.",
    "- plan (synthesis): plan first",
    "- look/a (analysis): look first",
    "- look/b (analysis): ",
  ])
})

test("criteria, open unknowns and learnings are listed, and what is resolved is not", () => {
  const unknown = { category: "fact", priority: "P1" }
  const first = record("plan", {
    unknowns: [
      { ...unknown, what: "added", id: "U1", text: "which\n  one" },
      { ...unknown, what: "added", id: "U2", text: "what" },
      { ...unknown, what: "added", id: "U3", text: "why" },
      { ...unknown, what: "resolved", id: "U2", text: "this" },
      { ...unknown, what: "escalated", id: "U3", text: "a person" },
    ],
    learnings: [{ kind: "heuristic", text: "short" }],
  })
  const last = record("criteria", {
    criteria: [
      { id: "C1", holds: true, evidence: "seen\nthere" },
      { id: "C2", holds: false, evidence: "missing" },
      { id: "A1", holds: true, evidence: "read all of it" },
      { id: "A2", holds: false, evidence: "40 pages" },
    ],
    learnings: [{ kind: "snippet", text: "x" }],
  })
  expect(summarise([first, last])).toEqual([
    'develop-command has completed its phases for "a list".',
    "2 memory files had the required form. What the agents wrote in them was not checked by Skillet.",
    "- plan (analysis): plan first",
    "- criteria (analysis): criteria first",
    "- criterion C1 is met, as an agent judged it: seen there",
    "- criterion C2 is not met, as an agent judged it: missing",
    "- A1, which must not be true, is not true, as an agent judged it: read all of it",
    "- A2, which must not be true, is true, as an agent judged it: 40 pages",
    "Unresolved: U1 which one; U3 why",
    "The agents reported 2 learnings.",
  ])
})

test.each([
  ["x".repeat(160), "x".repeat(160)],
  ["x".repeat(161), `${"x".repeat(159)}…`],
  ["two\n\n  lines \u001b[2J", "two lines \\u001b[2J"],
])("what others wrote is on one line, without hidden characters and not too long: %j", (query, shown) => {
  expect(summarise([], query)).toEqual([
    `develop-command has completed its phases for "${shown}".`,
    "0 memory files had the required form. What the agents wrote in them was not checked by Skillet.",
  ])
})

test.each([
  ["## Section 3\n- said", "said"],
  ["##   Section   3   of it\n\n   *   said  ", "said"],
  ["text ## Section 3\n- not said", ""],
  ["## Section 30\n- not said", ""],
  ["### Section 3\n- not said", ""],
  ["## Section 3\nwords - not said\n-\n-not said", ""],
])("the first directive is the first entry of section 3: %j", (text, said) => {
  expect(summarise([record("plan", { text })])[2]).toBe(`- plan (analysis): ${said}`)
})

test("the checks that Skillet made are named", () => {
  const checks: Composite["checks"] = [
    { kind: "command", command: "npm test" },
    { kind: "lint", path: "a" },
  ]
  expect(
    summariseJob({ composite: { ...composite, checks }, query: "a", values: {}, records: [] }).split("\n")[2],
  ).toBe("2 checks of the result passed: npm test; lint a")
})

test("a branch that failed is named, and not counted among the files", () => {
  const phase = {
    id: "look",
    branches: [{ name: "a" }, { name: "b" }, { name: "c" }],
  } as unknown as Composite["phases"][0]
  const records = [record("look", { branch: "a" }), record("look", { branch: "b", status: "failed" })]
  const facts = { composite: { ...composite, phases: [phase] }, query: "x", values: {}, records }
  expect(summariseJob(facts).split("\n").slice(-2)).toEqual([
    "- look/b failed. The job went on without it, as its skill says.",
    "- look/c failed. The job went on without it, as its skill says.",
  ])
})
