import { expect, test } from "vitest"
import { readMethodology } from "./methodology.ts"
import { splitForBatch } from "./split-for-batch.ts"
import { splitParts } from "./split-parts.ts"
import { assignZones } from "./assign-zones.ts"

const read = (...lines: readonly string[]) => readMethodology(assignZones(splitParts(lines.join("\n"), 1)))

test("the first paragraph is the approach, the second the mindset, numbers are steps and question marks questions", () => {
  expect(
    read(
      "# Brainstorming",
      "",
      "Explore several readings",
      "before concluding.",
      "",
      "Doubt every assumption.",
      "",
      "## When to Use",
      "1. Before anything",
      "- Is it late?",
      "",
      "## How",
      "1. Say what the code does",
      "   - in one sentence",
      "2. Look for ways it fails",
      "- a plain bullet",
      "",
      "## Workflow",
      "- Write it down",
      "",
      "## Questions",
      "- What is assumed?",
      "- Who calls it, and why",
      "",
      "What if it is wrong?",
    ),
  ).toEqual({
    approach: "Explore several readings before concluding.",
    mindset: "Doubt every assumption.",
    steps: ["Say what the code does: in one sentence", "Look for ways it fails", "Write it down"],
    questions: ["What is assumed?", "Who calls it, and why", "What if it is wrong?"],
  })
})

test("approach and mindset may be marked", () => {
  const expected = { approach: "Slowly.", mindset: "Nothing is proven.", steps: [], questions: [] }
  expect(read("Intro.", "", "**Mindset:** Nothing is proven.", "", "**Approach**: Slowly.")).toEqual(expected)
  expect(read("Intro.", "", "Mindset: Nothing is proven.", "", "Approach: Slowly.")).toEqual(expected)
  expect(read("Intro.", "## Approach", "Slowly.", "## Mindset", "Nothing is proven.")).toEqual(expected)
})

test("a second paragraph in another section is not a mindset, and lines about the file are not an approach", () => {
  expect(read("**Version:** 1.0", "", "# T", "Look twice:", "- here", "- there", "## Next", "Text.")).toEqual({
    approach: "Look twice: here; there",
    mindset: null,
    steps: [],
    questions: [],
  })
})

test("titles of steps and phases are steps, in order with the numbers below them", () => {
  expect(read("## Phase 1: Reproduce", "1. Write down the input", "## Step 2 - Isolate", "1) Halve it").steps).toEqual([
    "Reproduce",
    "Write down the input",
    "Isolate",
    "Halve it",
  ])
})

test("neither indented code nor lists in raw HTML are prose", () => {
  expect(read("    npm test", "", "<role>", "- first", "</role>", "", "Look twice.").approach).toBe("Look twice.")
})

test("a step below a label with a negation says so", () => {
  expect(
    read("# M", "", "## Steps", "1. Read", "", "While you read, never:", "1. Fix anything", "", "## Don't", "1. Guess")
      .steps,
  ).toEqual(["Read", "Never: Fix anything", "Never: Guess"])
})

test("a process section is steps below its labels too, and a numbered step that ends in a question mark keeps its place", () => {
  const { steps, questions } = read(
    "# T",
    "Look.",
    "## The Process",
    "**Understanding:**",
    "- Read the code first",
    "- What is it for?",
    "## Self-check",
    "1. Look for gaps",
    "2. Does anything contradict?",
    "3. Fix it",
    "## Other",
    "- a plain bullet",
    "## Parts",
    "### 1. Find the parts",
    "### 2. Compare them",
  )
  expect(steps).toEqual([
    "Read the code first",
    "Look for gaps",
    "Does anything contradict?",
    "Fix it",
    "Find the parts",
    "Compare them",
  ])
  expect(questions).toEqual(["What is it for?"])
})

test("numbered lines of a text block are steps; code is not", () => {
  const { steps } = read(
    "Look.",
    "",
    "```",
    "BEFORE:",
    "1. RUN: all of it",
    "2. READ: the output",
    "```",
    "```sh",
    "1. ls",
    "2. cat",
    "```",
  )
  expect(steps).toEqual(["RUN: all of it", "READ: the output"])
})

test("paragraphs and labels that are numbered in bold are steps, and so are the items of any checklist", () => {
  const { steps } = read(
    "Look.",
    "",
    "## How",
    "",
    "**1. Read the change:**",
    "",
    "Slowly.",
    "",
    "**2. Scan:** Search for markers that were left.",
    "",
    "**Not a step:** a remark",
    "",
    "## Final Checklist",
    "",
    "- [ ] Each test failed first",
  )
  expect(steps).toEqual(["Read the change", "**Scan:** Search for markers that were left.", "Each test failed first"])
})

test("sentences of the approach and the mindset that need a person are left out too", () => {
  const approach = "Read all of it. Once you understand it, present the design and get user approval."
  const mindset = '**Announce at start:** "I am reading this."'
  expect(splitForBatch({ approach, mindset, steps: [], questions: [] })).toEqual({
    methodology: { approach: "Read all of it.", mindset: null, steps: [], questions: [] },
    leftOut: ["Once you understand it, present the design and get user approval.", mindset],
  })
})

test.each([
  "Only one question per message",
  "Prefer multiple choice questions",
  "Present options with your recommendation",
  "Follow that skill to verify tests",
  "Ask clarifying questions, one at a time",
  "Present the design and get user approval after each section",
  "Write the design to `docs/` and commit",
  "Commit",
  "User reviews the written spec",
  "Invoke the writing-plans skill to create a plan",
  "Use superpowers:using-git-worktrees",
  "Wait for the user's response",
  "Raise concerns with your human partner before starting",
  "Push the branch and open a pull request",
])("a batch reviewer cannot do this: %s", (step) => {
  expect(splitForBatch({ approach: null, mindset: null, steps: [step, "Read it"], questions: [] })).toEqual({
    methodology: { approach: null, mindset: null, steps: ["Read it"], questions: [] },
    leftOut: [step],
  })
})

test.each([
  "Check files, docs and recent commits",
  "Look at what user input reaches",
  "Ask what could go wrong",
  "Find commands that commit or delete data",
])("a batch reviewer can do this: %s", (step) => {
  expect(splitForBatch({ approach: null, mindset: null, steps: [step], questions: [] }).leftOut).toEqual([])
})
