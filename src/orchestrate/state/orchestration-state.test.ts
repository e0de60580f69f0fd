import { expect, test } from "vitest"
import type { PastVisit } from "../../run/history/replay-visits.ts"
import type { Run } from "../../run/model.ts"
import type { Composite } from "../composite.ts"
import type { StepParts } from "../composite-workflow.ts"
import type { MemoryRecord } from "../memory-record.ts"
import { protocolSteps } from "../protocol.ts"
import type { Unit } from "../units.ts"
import {
  describeOrchestration,
  explainHalt,
  listRunningJobs,
  type StateFacts,
  toListedStatus,
} from "./orchestration-state.ts"

const composite = { name: "small", reasoning: false } as Composite
const unit = (id: string, more: Partial<Unit> = {}) =>
  ({ id, phase: id, agent: "analysis", kind: "single", pattern: "WORKFLOW_ONLY", most: 2, ...more }) as Unit
const units = [unit("plan"), unit("make", { target: "plan" }), unit("check")]
const parts: StepParts = new Map([
  ["plan", { unit: "plan", role: "work" }],
  ["make", { unit: "make", role: "work" }],
  ["make-ask", { unit: "make", role: "ask" }],
  ["make-impasse", { unit: "make", role: "impasse" }],
  ["make-remediate", { unit: "make", role: "remediate" }],
  ["check", { unit: "check", role: "work" }],
])

const visit = (step: string, number: number, more: Partial<PastVisit> = {}): PastVisit => ({
  step,
  round: 1,
  number,
  entered: number * 1000,
  left: number * 1000 + 500,
  inputs: {},
  total: 1,
  ok: 0,
  failed: 0,
  ...more,
})
const visitAll = (...steps: readonly string[]) => steps.map((step, at) => visit(step, at + 1))
const BEFORE = ["generate-task-id", "classify-domain", "read-skill", "create-memory"]

const record = (phase: string, more: Partial<MemoryRecord> = {}): MemoryRecord => ({
  phase,
  attempt: 1,
  agent: "analysis",
  status: "completed",
  memory_file: `${phase}.md`,
  hash: "h",
  text: "",
  questions: [],
  unknowns: [],
  impasse: { kind: "" },
  criteria: [],
  learnings: [],
  for: {},
  ...more,
})

function toFacts(run: Partial<Run>, more: Partial<Omit<StateFacts, "run">> = {}): StateFacts {
  const { step = "", visit: at = visit(step, 1) as Run["visit"] } = run
  return {
    run: {
      id: "r-1",
      status: "running",
      started: 0,
      updated: 9000,
      round: 1,
      rounds: {},
      step,
      visit: at,
      ...run,
    } as Run,
    composite,
    units,
    parts,
    visits: [],
    values: {},
    records: [],
    steps: protocolSteps,
    questions: [],
    offered: 0,
    ...more,
  }
}
const describeRun = (...given: Parameters<typeof toFacts>) => describeOrchestration(toFacts(...given))
const explain = (...given: Parameters<typeof toFacts>) => explainHalt(toFacts(...given))

test("a finished job: every field", () => {
  const finished = describeRun(
    { status: "done", outcome: "ok", step: "complete-workflow" },
    {
      composite: { ...composite, reasoning: true, isDynamic: true },
      visits: visitAll(...BEFORE, "plan", "check", "trigger-agents", "complete-workflow"),
      values: {
        task: { slug: "a-list" },
        domain: { domain: "technical", learnings: "long" },
        plan: record("plan"),
        check: record("check"),
        completed: null,
        summary: { summary: "made" },
      },
      records: [record("plan"), record("check", { attempt: 2 })],
      questions: [{ id: "q1", text: "why" }],
    },
  )
  expect(finished).toEqual({
    schema_version: 1,
    protocol_version: "1.0",
    protocol_type: "dynamic-skill-sequencing",
    session_id: "r-1",
    reasoning_session_id: "r-1",
    task_id: "r-1",
    slug: "a-list",
    created_at: "1970-01-01T00:00:00.000Z",
    status: "completed",
    fsm: {
      state: "COMPLETED",
      current_step: 6,
      history: [
        "INITIALIZED",
        "GENERATE_TASK_ID",
        "CLASSIFY_DOMAIN",
        "READ_SKILL",
        "CREATE_MEMORY",
        "TRIGGER_AGENTS",
        "COMPLETE_WORKFLOW",
      ],
      is_final: true,
    },
    skill_state: "FULLY_COMPLETE",
    step_outputs: { 1: { slug: "a-list" }, 2: { domain: "technical" }, 5: null, 6: { summary: "made" } },
    step_timestamps: {
      1: { started: "1970-01-01T00:00:01.000Z", completed: "1970-01-01T00:00:01.500Z" },
      2: { started: "1970-01-01T00:00:02.000Z", completed: "1970-01-01T00:00:02.500Z" },
      3: { started: "1970-01-01T00:00:03.000Z", completed: "1970-01-01T00:00:03.500Z" },
      4: { started: "1970-01-01T00:00:04.000Z", completed: "1970-01-01T00:00:04.500Z" },
      5: { started: "1970-01-01T00:00:05.000Z", completed: "1970-01-01T00:00:07.500Z" },
      6: { started: "1970-01-01T00:00:08.000Z", completed: "1970-01-01T00:00:08.500Z" },
    },
    completed_at: "1970-01-01T00:00:09.000Z",
    completion_summary: "made",
    plan: units.map(({ id }) => ({
      id,
      phase: id,
      agent: "analysis",
      kind: "single",
      context_pattern: "WORKFLOW_ONLY",
    })),
    phases: [
      { id: "plan", agent: "analysis", status: "completed", attempts: 1, memory_file: "plan.md" },
      { id: "make", agent: "analysis", status: "skipped", attempts: 0 },
      { id: "check", agent: "analysis", status: "completed", attempts: 1, memory_file: "check.md" },
    ],
    progress: 100,
    artifacts: [
      { memory_file: "plan.md", hash: "h", phase: "plan", attempt: 1 },
      { memory_file: "check.md", hash: "h", phase: "check", attempt: 2 },
    ],
    unknowns: [],
    questions: [{ id: "q1", text: "why" }],
  })
})

test("a job that has just begun, and one that is at work", () => {
  const begun = describeRun({ step: "generate-task-id" }, { visits: visitAll("generate-task-id") })
  expect(begun).toMatchObject({
    protocol_type: "skill-orchestration",
    reasoning_session_id: null,
    status: "initialized",
    fsm: { state: "GENERATE_TASK_ID", current_step: 1, is_final: false, reason: undefined },
    skill_state: "INITIALIZED",
    completed_at: null,
    completion_summary: null,
    progress: 0,
  })
  expect(begun.slug).toBeUndefined()
  expect(Object.keys(begun.step_outputs)).toEqual([])
  const visits = [...visitAll(...BEFORE, "plan"), visit("make", 6, { left: undefined })]
  const working = describeRun({ step: "make" }, { visits, values: { context: "c", plan: record("plan") } })
  expect(working).toMatchObject({
    status: "in_progress",
    fsm: { state: "TRIGGER_AGENTS", current_step: 5 },
    skill_state: "EXECUTING",
    progress: 33,
  })
  expect(working.phases.map(({ status }) => status)).toEqual(["completed", "in_progress", "pending"])
  expect(Object.keys(working.step_timestamps)).toEqual(["1", "2", "3", "4", "5"])
  expect(working.step_timestamps["5"]).toEqual({ started: "1970-01-01T00:00:05.000Z", completed: null })
  const verifying = [...visits, visit("trigger-agents", 7, { left: undefined })]
  expect(describeRun({ step: "trigger-agents" }, { visits: verifying }).step_timestamps["5"]).toEqual({
    started: "1970-01-01T00:00:05.000Z",
    completed: null,
  })
  const without = [visit("trigger-agents", 3)]
  expect(describeRun({ step: "trigger-agents" }, { visits: without }).step_timestamps["5"]).toEqual({
    started: "1970-01-01T00:00:03.000Z",
    completed: "1970-01-01T00:00:03.500Z",
  })
})

test("a step that belongs to one of the six is that one, and is listed once", () => {
  const asked = protocolSteps[1]?.parts?.[0] ?? ""
  const state = describeRun({ step: asked }, { visits: visitAll("generate-task-id", "classify-domain", asked) })
  expect(state.fsm).toMatchObject({ state: "CLASSIFY_DOMAIN", current_step: 2 })
  expect(state.fsm.history).toEqual(["INITIALIZED", "GENERATE_TASK_ID", "CLASSIFY_DOMAIN"])
  expect(describeRun({ visit: undefined }, { steps: [] }).fsm).toMatchObject({
    state: "TRIGGER_AGENTS",
    current_step: 5,
    history: ["INITIALIZED"],
  })
  expect(describeRun({}, { steps: [], visits: visitAll("plan") }).fsm.history).toEqual(["INITIALIZED", ""])
})

test("phases while the work went back: what comes again is pending, what was left out is skipped", () => {
  const visits = visitAll(...BEFORE, "plan", "make", "make-remediate", "plan")
  const values = { plan: record("plan"), make: record("make", { status: "needs_remediation" }) }
  const phases = describeRun({ step: "plan" }, { visits, values }).phases
  expect(phases.map(({ status, attempts }) => [status, attempts])).toEqual([
    ["in_progress", 2],
    ["pending", 1],
    ["pending", 0],
  ])
  const passed = describeRun({ step: "check" }, { visits: visitAll("plan", "check"), values: { plan: record("plan") } })
  expect(passed.phases.map(({ status }) => status)).toEqual(["completed", "skipped", "in_progress"])
  expect(passed.progress).toBe(67)
})

test.each<[string, Partial<Run>, readonly string[]]>([
  ["without success", { status: "done", outcome: "fail" }, ["completed", "failed", "failed"]],
  ["by a failure", { status: "failed" }, ["completed", "failed", "failed"]],
  ["by a person", { status: "cancelled" }, ["completed", "failed", "failed"]],
])("phases of a job that ended %s", (_, run, statuses) => {
  const values = { plan: record("plan"), check: record("check", { status: "failed" }) }
  const { phases, progress } = describeRun(
    { step: "check", ...run },
    { visits: visitAll("plan", "make", "check"), values },
  )
  expect(phases.map(({ status }) => status)).toEqual(statuses)
  expect(progress).toBe(33)
})

test.each<[Partial<Run>, readonly string[]]>([
  [{ status: "done", outcome: "fail" }, ["pending", "pending", "pending"]],
  [{ status: "failed" }, ["pending", "pending", "pending"]],
  [{ status: "cancelled" }, ["skipped", "skipped", "skipped"]],
  [{ status: "running", step: "read-skill" }, ["pending", "pending", "pending"]],
])("phases that were never reached, when the run is %j", (run, statuses) => {
  expect(describeRun(run).phases.map(({ status }) => status)).toEqual(statuses)
})

test("a phase that is being verified is not yet over, and a record counts while the job is running", () => {
  const values = { plan: record("plan", { status: "failed" }) }
  const { phases } = describeRun({ step: "trigger-agents" }, { visits: visitAll("plan", "make"), values })
  expect(phases.map(({ status }) => status)).toEqual(["completed", "failed", "pending"])
})

test("a job without phases has made no progress", () => {
  expect(describeRun({}, { units: [] })).toMatchObject({ phases: [], progress: 0 })
})

test.each<[Partial<Run>, Partial<StateFacts>, string]>([
  [{ status: "done", outcome: "ok" }, { offered: 1 }, "LEARNINGS_PENDING"],
  [{ status: "done", outcome: "ok" }, {}, "FULLY_COMPLETE"],
  [{ status: "cancelled" }, { values: { context: "c" } }, "HALTED"],
  [{}, { values: { context: "c" } }, "EXECUTING"],
  [{ round: 2 }, { values: { context: "c" }, records: [record("plan")] }, "EXECUTING"],
  [{ round: 1 }, { values: { context: "c" }, records: [record("make", { status: "needs_remediation" })] }, "EXECUTING"],
  [
    { round: 2 },
    { values: { context: "c" }, records: [record("plan"), record("make", { status: "needs_remediation" })] },
    "REMEDIATION",
  ],
])("the skill's own state of %j", (run, facts, state) => {
  expect(describeRun(run, facts).skill_state).toBe(state)
})

test.each<[Partial<Run>, string]>([
  [{ status: "cancelled" }, "cancelled"],
  [{ status: "failed" }, "halted"],
  [{ status: "done", outcome: "fail" }, "halted"],
  [{ status: "done", outcome: "ok" }, "completed"],
])("the status of a job whose run is %j", (run, status) => {
  expect(describeRun(run)).toMatchObject({
    status,
    fsm: { state: status === "completed" ? "COMPLETED" : "HALTED", is_final: true },
    completed_at: status === "completed" ? "1970-01-01T00:00:09.000Z" : null,
    completion_summary: status === "completed" ? undefined : null,
  })
})

test("a job that runs or succeeded has no reason to stop", () => {
  expect(explain({})).toBeUndefined()
  expect(explain({ because: "waits" })).toBeUndefined()
  expect(explain({ status: "done", outcome: "ok", because: "x" })).toBeUndefined()
})

const failed = (step: string, more: Partial<Run> = {}): Partial<Run> => ({
  status: "done",
  outcome: "fail",
  step,
  visit: visit(step, 7) as Run["visit"],
  ...more,
})
const via = { step: "checks", round: 3, outcome: "fail" } as const

test.each<[string, Partial<Run>, Partial<StateFacts>, string]>([
  [
    "checks that never pass",
    failed("checks-back", {
      rounds: { checks: 3 },
      visit: visit("checks-back", 7, { via: { ...via, because: "lint" } }) as Run["visit"],
    }),
    {},
    "the result still fails its checks after 3 rounds: lint",
  ],
  [
    "checks that may not run",
    failed("checks-back", {
      visit: visit("checks-back", 7, {
        via: { ...via, because: "`test` may not run: commands are switched off in the settings" },
      }) as Run["visit"],
    }),
    {},
    "the result could not be checked: `test` may not run: commands are switched off in the settings",
  ],
  ["checks of which nothing is known", failed("checks-back"), {}, "the result still fails its checks after 0 rounds:"],
  [
    "remediation that is never enough",
    failed("make-remediate"),
    { values: { make: record("make") } },
    "make still asks for changes after 2 remediations of plan; see make.md",
  ],
  [
    "remediation without a file",
    failed("make-remediate"),
    { units: [unit("make")] },
    "make still asks for changes after 2 remediations of ; see",
  ],
  [
    "an impasse",
    failed("make-impasse"),
    { values: { make: record("make", { impasse: { kind: "TIE", reason: "two ways" } }) } },
    "make is stuck: TIE two ways",
  ],
  ["an impasse without a record", failed("make-impasse"), {}, "make is stuck:"],
  [
    "a reason of the step",
    failed("make", { visit: visit("make", 7, { because: "no file" }) as Run["visit"] }),
    { values: { make: record("make", { text: "## Section 3\n- not this" }) } },
    "make failed: no file",
  ],
  [
    "a directive of the agent",
    failed("make"),
    {
      values: {
        make: record("make", { text: "## Section 2\n- no\n## Section 3 Directives\nwords\n-no\n  *  broken \n- more" }),
      },
    },
    "make failed: broken",
  ],
  [
    "a directive after other words",
    failed("make"),
    { values: { make: record("make", { text: "##  Section  3\nwords - no\n- one" }) } },
    "make failed: one",
  ],
  [
    "a heading that is another one",
    failed("make"),
    { values: { make: record("make", { text: "a ## Section 3\n- no\n## Section 31\n- no" }) } },
    "make failed",
  ],
  [
    "branches",
    failed("make"),
    { values: { make: record("make", { text: "one of two", branches: [] }) } },
    "make failed: one of two",
  ],
  ["nothing is known", failed("make"), {}, "make failed"],
  ["a step of no phase", failed("other"), {}, "other failed"],
])("why a job stopped: %s", (_, run, facts, reason) => {
  expect(explain(run, facts)).toBe(reason)
})

test.each<[string, Partial<Run>, string]>([
  [
    "questions without end",
    { because: "step make-ask was entered 4 times, which is its limit" },
    "make still has questions after 4 rounds of answers",
  ],
  [
    "a phase without end",
    { because: "step make was entered 9 times", rounds: { make: 8 } },
    "make was started 8 times and is needed again after check",
  ],
  [
    "a phase whose rounds are not known",
    { because: "step make was entered 19 times" },
    "make was started 19 times and is needed again after check",
  ],
  ["a step of no phase", { because: "step other was entered 4 times" }, "step other was entered 4 times"],
  ["another sentence", { because: "the step make was entered 4 times" }, "the step make was entered 4 times"],
  ["a failure", { because: "the disk\nis full" }, "the disk is full"],
  ["no reason", {}, "failed"],
])("why a job failed: %s", (_, run, reason) => {
  expect(explain({ status: "failed", visit: visit("check", 7) as Run["visit"], ...run })).toBe(reason)
})

test("why a job stopped of which no step is known", () => {
  const explainUnvisited = (given: Partial<Run>) => {
    const facts = toFacts(given)
    return explainHalt({ ...facts, run: { ...facts.run, visit: undefined } })
  }
  expect(explainUnvisited({ status: "done", outcome: "fail" })).toBe("failed")
  expect(explainUnvisited({ status: "failed", because: "step make was entered 2 times" })).toBe(
    "make was started 2 times and is needed again after",
  )
})

test("a reason is cut at 600 characters", () => {
  expect(explain({ status: "failed", because: "x".repeat(600) })).toBe("x".repeat(600))
  expect(explain({ status: "failed", because: "x".repeat(601) })).toBe(`${"x".repeat(599)}…`)
})

test("in a list, a job that ended without success was halted, and only running ones are not over", () => {
  const runs = [
    { status: "running" },
    { status: "done", outcome: "ok" },
    { status: "done", outcome: "fail" },
    { status: "failed", outcome: "fail" },
    { status: "cancelled" },
  ] as const
  const statuses = runs.map((run) => toListedStatus(run))
  expect(statuses).toEqual(["running", "done", "halted", "failed", "cancelled"])
  expect(listRunningJobs(statuses.map((status, at) => ({ task_id: `r-${at}`, status })))).toEqual(["r-0"])
})
