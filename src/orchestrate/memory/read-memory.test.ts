import { expect, test } from "vitest"
import type { FoundFile } from "./memory-folder.ts"
import { findProtocol } from "../agents.ts"
import { listFormLines } from "../memory-form.ts"
import { type ExpectedMemory, readMemory } from "./read-memory.ts"

const expected: ExpectedMemory = {
  jobId: "abc123def456",
  phase: "research",
  attempt: 2,
  agent: "research",
  since: 1_000_000,
  judges: false,
  criteria: [],
  namesArtifact: false,
  predecessors: { needed: [], allowed: [] },
}

/** What an agent reports on its steps. */
function steps(agent: string): string {
  return findProtocol(agent)
    .steps.map(({ name }) => `- ${name}: done`)
    .join("\n")
}

const known = ["- Open: the question", "- Hidden: a draft", "- Blind: the budget", "- Unknown: the date"].join("\n")

const right = `# research memory: job abc123def456

## Section 0: Context Loaded
\`\`\`json
{"task_id": "abc123def456", "phase": "research", "attempt": 2, "pattern": "WORKFLOW_ONLY", "predecessors": [], "tokens": 0, "status": "completed"}
\`\`\`
## Section 1: Step Overview
${steps("research")}
## Section 2: Known and Unknown
${known}
## Section 3: Downstream Directives
- use the second source
**RESEARCH_COMPLETE**
`

function file(text: string, changed = 1_000_500): FoundFile {
  return { kind: "read", text, changed }
}

function wrong(text: string, how: Partial<ExpectedMemory> = {}, changed?: number): readonly string[] {
  const reading = readMemory(file(text, changed), { ...expected, ...how })
  return reading.kind === "wrong" ? reading.wrong : []
}

test("a file in the form of the protocol is read", () => {
  expect(readMemory(file(right), expected)).toEqual({
    kind: "read",
    text: right,
    memory: {
      status: "completed",
      verdict: undefined,
      fixes: [],
      unknowns: [],
      impasse: undefined,
      criteria: [],
      learnings: [],
      questions: [],
      sections: { 1: steps("research"), 2: known, 3: "- use the second source" },
    },
  })
})

test("everything that can be wrong with a file blocks it and is reported", () => {
  const section = (number: number, name: string) => new RegExp(`## Section ${number}: ${name}\\n[^#]*`)
  expect({
    missing: readMemory({ kind: "missing" }, expected),
    link: readMemory({ kind: "refused", reason: "it is a link" }, expected),
    old: wrong(right, {}, 900_000),
    otherAttempt: wrong(right, { attempt: 3 }),
    otherPhase: wrong(right, { phase: "analysis" }),
    otherJob: wrong(right, { jobId: "000000000000" }),
    noBranch: wrong(right, { branch: "risks" }),
    otherAgent: wrong(right, { agent: "validation" }),
    noSection: wrong(right.replace(section(2, "Known and Unknown"), "")),
    emptySection: wrong(right.replace(`${known}\n`, "")),
    quotedSections: wrong(`# a\n\n\`\`\`\`\n${right}\n\`\`\`\`\n`).slice(0, 2),
    noMarker: wrong(right.replace("**RESEARCH_COMPLETE**", "done")),
    markerInCode: wrong(right.replace("**RESEARCH_COMPLETE**", "```\n**RESEARCH_COMPLETE**\n```")),
    noJson: wrong(right.replace('"attempt": 2,', '"attempt": ,')),
    status: wrong(right.replace('"status": "completed"', '"status": "loaded"')),
    twice: wrong(right.replace("**RESEARCH", "## Section 3: Again\n- again\n**RESEARCH")),
    short: wrong("# a\n## Section 0: x\n").at(0),
    remediation: wrong(right.replace('"status": "completed"', '"status": "needs_remediation"')),
    noQuestions: wrong(right.replace('"status": "completed"', '"status": "needs_clarification"')),
    emptyCode: wrong(right.replace(known, "```text\n```\n-")),
    verdict: wrong(right.replace("- use the second source", "- look\nVerdict: NO-GO\n- fix: it")),
    steps: wrong(
      right.replace("- discovery_process: done\n", "").replace("- context_extraction: done", "- Context Extraction"),
    ),
    form: wrong(right.replace("- Open: the question", "- Open: what you and the user know")),
  }).toMatchInlineSnapshot(`
    {
      "emptyCode": [
        "section 2 (Known and Unknown) is empty",
      ],
      "emptySection": [
        "section 2 (Known and Unknown) is empty",
      ],
      "form": [
        "this line of the form was not filled in: - Open: what you and the user know",
      ],
      "link": {
        "kind": "wrong",
        "wrong": [
          "it is a link",
        ],
      },
      "markerInCode": [
        "its last line is not the completion marker **RESEARCH_COMPLETE**",
      ],
      "missing": {
        "kind": "wrong",
        "wrong": [
          "the file does not exist",
        ],
      },
      "noBranch": [
        "section 0 has no branch; it must be "risks"",
      ],
      "noJson": [
        "section 0 is not a JSON object",
        "section 0 has no status; it must be one of completed, failed, needs_clarification, needs_remediation",
      ],
      "noMarker": [
        "its last line is not the completion marker **RESEARCH_COMPLETE**",
      ],
      "noQuestions": [
        "it needs clarification, but section 4 has no questions",
      ],
      "noSection": [
        "section 2 (Known and Unknown) is missing",
      ],
      "old": [
        "it was written before this attempt of the phase began",
      ],
      "otherAgent": [
        "its last line is not the completion marker **VALIDATION_COMPLETE**",
        "section 1 does not report on criteria_loading, systematic_verification, gap_analysis, gate_decision",
      ],
      "otherAttempt": [
        "section 0 has the attempt 2; it must be 3",
      ],
      "otherJob": [
        "section 0 has the task_id "abc123def456"; it must be "000000000000"",
      ],
      "otherPhase": [
        "section 0 has the phase "research"; it must be "analysis"",
      ],
      "quotedSections": [
        "section 0 (Context Loaded) is missing",
        "section 1 (Step Overview) is missing",
      ],
      "remediation": [
        "this phase cannot send work back: write completed or failed",
      ],
      "short": "it has fewer than 100 characters",
      "status": [
        "section 0 has the status "loaded"; it must be one of completed, failed, needs_clarification, needs_remediation",
      ],
      "steps": [
        "section 1 does not report on discovery_process",
      ],
      "twice": [
        "section 3 occurs twice",
      ],
      "verdict": [
        "this phase cannot send work back: write what you found without a line Verdict:, or write failed",
      ],
    }
  `)
})

const judged = { agent: "validation", phase: "validation", judges: true }
const validation = right
  .replace(steps("research"), steps("validation"))
  .replaceAll("research", "validation")
  .replace("RESEARCH", "VALIDATION")

function verdict(...lines: readonly string[]) {
  const text = validation.replace("- use the second source", ["- look", ...lines].join("\n"))
  const reading = readMemory(file(text), { ...expected, ...judged })
  return reading.kind === "wrong" ? reading.wrong : [reading.memory.status, reading.memory.verdict]
}

test("a verdict decides: only GO passes, and a condition of more than two fixes is none", () => {
  expect(verdict("Verdict: GO")).toEqual(["completed", "GO"])
  expect(verdict("Verdict: PASS")).toEqual(["completed", "GO"])
  expect(verdict("Verdict: CONDITIONAL", "- fix: a", "- fix: b")).toEqual(["needs_remediation", "CONDITIONAL"])
  expect(verdict("Verdict: CONDITIONAL_PASS", "- fix: a", "- fix: b", "- fix: c")).toEqual([
    "needs_remediation",
    "NO-GO",
  ])
  expect(verdict("Verdict: FAIL", "- fix: a")).toEqual(["needs_remediation", "NO-GO"])
  expect(verdict("Verdict: INCOMPLETE", "- fix: the rest")).toEqual(["needs_remediation", "INCOMPLETE"])
  expect(verdict("Verdict: NO-GO")).toEqual(["it sends the work back but lists no line - fix: …"])
  expect(verdict("```", "Verdict: GO", "```")).toEqual(["section 3 has no line Verdict: GO, CONDITIONAL or NO-GO"])
})

test("success criteria are answered one by one, and a required one that is not met is never a GO", () => {
  const criteria = [
    { id: "C1", text: "it works", level: "must" },
    { id: "C2", text: "it is short", level: "should" },
    { id: "A1", text: "it lies", level: "never" },
  ] as const
  const check = (...lines: readonly string[]) =>
    wrong(validation.replace("- use the second source", ["- look", "Verdict: GO", ...lines].join("\n")), {
      ...judged,
      criteria,
    })
  expect(check("- [x] C1: test 4 passes", "- [ ] C2: it has 900 lines", "- [x] A1: read it all")).toEqual([])
  expect(check("- [ ] C1: test 4 fails", "- [x] C2:", "- [ ] A1: line 3 lies")).toEqual([
    "criterion C1 is not met, but the verdict is GO",
    "criterion C2 has no evidence",
    "A1, which must not be true, is true, but the verdict is GO",
  ])
  expect(check()).toEqual([
    "section 3 does not say whether criterion C1 is met",
    "section 3 does not say whether criterion C2 is met",
    "section 3 does not say whether A1, which must not be true, is true",
  ])
})

test("if a section is missing, nothing else is reported about its content", () => {
  const read = readMemory({ kind: "read", text: "# wrong\n", changed: expected.since }, expected)
  expect(read.kind === "wrong" ? read.wrong.filter((one) => one.includes("section 0")) : read).toEqual([
    "section 0 (Context Loaded) is missing",
  ])
})

test("no line of the form counts as an answer", () => {
  for (const line of listFormLines("validation"))
    expect(wrong(validation.replace("- use the second source", `- look\nVerdict: GO\n${line}`), judged)).toContain(
      `this line of the form was not filled in: ${line}`,
    )
})

test("an agent that needs answers first or failed reports only on the steps it came to", () => {
  const only = (count: number) => steps("research").split("\n").slice(0, count).join("\n")
  const asks = right
    .replace("completed", "needs_clarification")
    .replace("**RES", `## Section 4: User Questions\n{"questions": [{"question": "Which one?"}]}\n**RES`)
  expect(wrong(asks.replace(steps("research"), only(2)))).toEqual([])
  expect(wrong(asks.replace(steps("research"), only(1)))).toEqual([
    "section 1 does not report on discovery_of_unknowns",
  ])
  const failed = right.replace("completed", "failed")
  expect(wrong(failed.replace(steps("research"), "- gave up"))).toEqual([])
})

test("a criterion's own text is not evidence, and one answer to each is enough", () => {
  const criteria = [{ id: "C1", text: "it works (well)", level: "must" }] as const
  const check = (...lines: readonly string[]) =>
    wrong(validation.replace("- use the second source", ["- look", "Verdict: GO", ...lines].join("\n")), {
      ...judged,
      criteria,
    })
  for (const copied of ["(must) it works (well)", "it works (well).", "C1 (must): It works (well)", "EVIDENCE", "-"])
    expect(check(`- [x] C1: ${copied}`), copied).toEqual(["criterion C1 has no evidence"])
  expect(check("- [x] C1: (must) it works (well): test 4 passes")).toEqual([])
  expect(check("- [x] C1: test 4 passes", "- [ ] C1: test 5 fails")).toEqual(["criterion C1 is answered twice"])
  const never = [{ id: "A1", text: "it lies", level: "never" }] as const
  const lines = "- look\nVerdict: GO\n- [x] A1: A1 (must not be true): it lies"
  expect(wrong(validation.replace("- use the second source", lines), { ...judged, criteria: never })).toEqual([
    "criterion A1 has no evidence",
  ])
})

function questions(...list: readonly object[]) {
  const section = `## Section 4: User Questions\n${JSON.stringify({ clarification_required: true, questions: list })}\n**RES`
  const reading = readMemory(
    file(right.replace("completed", "needs_clarification").replace("**RES", section)),
    expected,
  )
  return reading.kind === "wrong" ? reading.wrong : reading.memory.questions
}

test("a question is one line that hides nothing, whatever the agent wrote", () => {
  expect(
    questions({
      question: "Colour?\n\nThen run: rm",
      context: "a\u001b[31m\nb",
      default: "x\ny",
      options: ["red\nThen run: b"],
    }),
  ).toEqual([
    {
      id: "Q1",
      text: "Colour? Then run: rm (a\\u001b[31m b) Default: x y",
      urgency: 1,
      options: ["red Then run: b"],
      multiple: false,
    },
  ])
})

test("an error in a question is reported alone", () => {
  expect(questions({ id: "Q6", question: "six", options: ["1", "2", "3", "4", "5"] })).toEqual([
    "question Q6 has more than 4 options",
  ])
  expect(questions({ question: "…" })).toEqual(["question Q1 has no text"])
  expect(questions(...Array.from({ length: 21 }, () => ({ question: "What?" })))).toEqual([
    "section 4 has more than 20 questions",
  ])
})

test.each([
  ["open code blocks", "```x\n".repeat(40_000), "its last line is not the completion marker **RESEARCH_COMPLETE**"],
  ["a verdict that never comes", `Verdict${":".repeat(240_000)}`, undefined],
  ["an artifact with a long gap", `- artifact: a${" ".repeat(240_000)}b`, undefined],
])("%s are read line by line: reading ends", (_, said, fault) => {
  expect(wrong(right.replace("- use the second source", `- look\n${said}`))[0]).toBe(fault)
})

test("the phases that a file says it has read are those it was given", () => {
  const listing = (said: string) => right.replace('"predecessors": []', `"predecessors": ${said}`)
  const given = { predecessors: { needed: ["clarification"], allowed: ["clarification", "survey"] } }
  expect({
    right: wrong(listing('["clarification"]'), given),
    withOptional: wrong(listing('["clarification", "survey"]'), given),
    missing: wrong(listing('["survey"]'), given),
    invented: wrong(listing('["clarification", "audit"]'), given),
    noList: wrong(listing('"clarification"'), given),
  }).toEqual({
    right: [],
    withOptional: [],
    missing: ["section 0 does not list the predecessor clarification"],
    invented: ['section 0 lists the predecessor "audit", which this phase did not get'],
    noList: ["section 0 has no list predecessors"],
  })
})

test("section 2 says something in each of its four parts, on the line or below it", () => {
  const saying = (text: string) => wrong(right.replace(known, text))
  const others = "- Hidden: a draft\n- Blind: the budget\n- Unknown: the date"
  expect({
    bold: saying(`* **Open**: the question\n${others}`),
    below: saying(`### Open\n- the question\n${others}`),
    explained: saying(`- Open (known to all): the question\n${others}`),
    missing: saying(others),
    nothing: saying(`- Open: …\n${others}`),
    words: saying(`- Open questions remain: many\n${others}`),
    failed: wrong(right.replace(known, "- nothing").replace('"completed"', '"failed"')),
  }).toEqual({
    bold: [],
    below: [],
    explained: [],
    missing: ["section 2 has no line Open:"],
    nothing: ["section 2 says nothing after Open:"],
    words: ["section 2 has no line Open:"],
    failed: [],
  })
})
