import { expect, test } from "vitest"
import { checkWorkflow } from "../../check/check-workflow.ts"
import { findStep } from "../../workflow.ts"
import { fromStepDefs } from "./from-step-defs.ts"
import { fromSteps } from "./from-steps.ts"
import type { LegacyReading } from "./legacy-forms.ts"
import { readLegacy } from "../read-workflow.ts"

const told = ({ problems }: LegacyReading) => problems.map(({ code, at, message }) => `${code} ${at}: ${message}`)

const errorsOf = ({ workflow }: LegacyReading) =>
  workflow === undefined ? ["none"] : checkWorkflow(workflow).filter(({ level }) => level === "error")

test("steps numbered from 0 or 1 become a linear workflow, and a note says that code decided before", () => {
  const zero = fromSteps({ name: "zero", steps: { 0: { title: "A", actions: ["a"] }, 1: { title: "B", actions: [] } } })
  expect(zero.workflow?.steps).toEqual([
    { kind: "do", id: "step-0", title: "A", actions: ["a"], next: { ok: "step-1" } },
    { kind: "do", id: "step-1", title: "B", actions: [], next: { ok: "end" } },
  ])
  expect(told(zero)).toEqual(["legacy.linear steps.0: 2 of 2 steps have no routing: each leads to the one after it"])
  expect(errorsOf(zero)).toEqual([])
  const many = fromSteps({ name: "many", steps: { 10: { title: "J" }, 2: { title: "B" }, 1: { title: "A" } } })
  expect(many.workflow?.steps.map(({ id }) => id)).toEqual(["step-1", "step-2", "step-10"])
})

test("linear, branch and terminal routing are converted, and a back edge gets a cap", () => {
  const reading = fromSteps({
    name: "routed",
    steps: {
      1: { title: "A", routing: "linear", phase: "first" },
      2: { title: "B", routing: { if_pass: 4, if_fail: 3 } },
      3: { title: "C", routing: { if_pass: 1, if_fail: 4 } },
      4: { title: "D", routing: "terminal" },
    },
  })
  expect(reading.workflow?.steps).toEqual([
    { kind: "do", id: "step-1", title: "A", phase: "first", actions: [], next: { ok: "step-2" }, maxRounds: 5 },
    { kind: "do", id: "step-2", title: "B", actions: [], next: { ok: "step-4", fail: "step-3" } },
    { kind: "do", id: "step-3", title: "C", actions: [], next: { ok: "step-1", fail: "step-4" } },
    { kind: "do", id: "step-4", title: "D", actions: [], next: { ok: "end" } },
  ])
  expect(told(reading)).toEqual([
    'legacy.lost steps.1: nothing limited how often "step-1" is repeated; it is now entered at most 5 times',
  ])
  expect(errorsOf(reading)).toEqual([])
})

test("a gate becomes the end of a review loop, and the step before it an agent's review", () => {
  const reading = fromSteps({
    name: "implement",
    steps: {
      1: { title: "Implementation", actions: ["Write code", "Run tests"], routing: "linear" },
      2: {
        title: "QR: Review Implementation",
        actions: ["Check code quality", "", "Verify tests"],
        routing: { if_pass: 4, if_fail: 3 },
      },
      4: { title: "Hand over", routing: "terminal" },
    },
    gates: {
      3: {
        qr_name: "Implementation Review",
        work_step: 1,
        pass_step: 4,
        pass_message: "Implementation verified",
        self_fix: true,
        fix_target: "DEVELOPER",
      },
    },
  })
  expect(reading.workflow?.steps).toEqual([
    {
      kind: "do",
      id: "step-1",
      title: "Implementation",
      actions: ["Write code", "Run tests", "If a review found issues, settle every one of them: {{values.review-3}}"],
      reads: ["review-3?"],
      next: { ok: "step-2" },
    },
    {
      kind: "dispatch",
      id: "step-2",
      title: "QR: Review Implementation",
      actions: [],
      agent: "quality-reviewer",
      prompt: "Check code quality\n\nVerify tests",
      review: "Implementation Review",
      writes: ["review-3"],
      next: { ok: "step-3", fail: "step-3" },
    },
    {
      kind: "gate",
      id: "step-3",
      title: "Gate: Implementation Review",
      actions: [],
      reads: ["review-3"],
      evidence: [{ kind: "review", of: "review-3" }],
      loop: {
        work: "step-1",
        review: "step-2",
        limit: 5,
        reverify: "fresh",
        selfFix: true,
        fixTarget: "developer",
        passMessage: "Implementation verified",
      },
      next: { ok: "step-4", fail: "step-1" },
    },
    { kind: "do", id: "step-4", title: "Hand over", actions: [], next: { ok: "end" } },
  ])
  expect(told(reading)).toEqual([
    "legacy.lost steps.2: step-2 is a review for a gate; an agent now does it, the quality reviewer",
    "legacy.lost steps.2.routing: the gate after step-2 decides where it leads",
  ])
  expect(errorsOf(reading)).toEqual([])
})

test("a dispatch asks its agent: a script is the workflow of its name, free form is the step's own text", () => {
  const reading = fromSteps({
    name: "ask",
    steps: {
      1: {
        title: "Explore",
        actions: ["Look around"],
        dispatch: {
          agent: "explore",
          script: "refactor/scripts/explore_code.py",
          total_steps: 5,
          context_vars: { dimension: "naming" },
        },
        routing: "linear",
      },
      2: {
        title: "Write",
        actions: ["Write it down"],
        dispatch: { agent: "technical-writer", script: "x.py", free_form: true },
        routing: { if_pass: 3, if_fail: 1 },
      },
      3: { title: "Review", dispatch: { agent: "quality_reviewer", script: "qr/docs.py" }, routing: "linear" },
    },
    gates: { 4: { qr_name: "Docs", work_step: 2, pass_step: null } },
  })
  expect(reading.workflow?.steps.map(({ actions: _actions, ...step }) => step)).toEqual([
    {
      kind: "dispatch",
      id: "step-1",
      title: "Explore",
      agent: "explore",
      prompt: "- dimension: naming",
      workflow: "explore-code",
      next: { ok: "step-2", fail: "step-2" },
      maxRounds: 5,
    },
    {
      kind: "dispatch",
      id: "step-2",
      title: "Write",
      agent: "technical-writer",
      prompt: "Write it down",
      reads: ["review-4?"],
      next: { ok: "step-3", fail: "step-1" },
    },
    {
      kind: "dispatch",
      id: "step-3",
      title: "Review",
      agent: "quality-reviewer",
      workflow: "docs",
      review: "Docs",
      writes: ["review-4"],
      next: { ok: "step-4", fail: "step-4" },
    },
    {
      kind: "gate",
      id: "step-4",
      title: "Gate: Docs",
      reads: ["review-4"],
      evidence: [{ kind: "review", of: "review-4" }],
      loop: { work: "step-2", review: "step-3", limit: 5, reverify: "fresh" },
      next: { ok: "end", fail: "step-2" },
    },
  ])
  expect(errorsOf(reading)).toEqual([])
})

test("steps with ids keep their transitions, null is the end, and iterating gets a cap", () => {
  const reading = fromStepDefs({
    name: "analysis",
    description: "Looks into it.",
    entry_point: "gate",
    params: {
      confidence: { description: "how sure", choices: ["low", "high"], default: "low" },
      most: { min: 1, max: 5, required: true },
    },
    steps: [
      { id: "gate", title: "Gate", actions: ["Look"], next: { OK: "investigate", DEFAULT: "report" } },
      { id: "investigate", title: "Investigate", next: { OK: "report", ITERATE: "investigate" }, on_error: "report" },
      {
        id: "check",
        title: "Check",
        phase: "end",
        handler: { agent: "quality-reviewer", free_form: true },
        actions: ["Check it"],
        next: { OK: null, FAIL: "gate" },
      },
      { id: "report", title: "Report", next: { OK: "check" } },
    ],
  })
  expect(reading.workflow).toEqual({
    name: "analysis",
    description: "Looks into it.",
    params: [
      { name: "confidence", type: "text", about: "how sure", choices: ["low", "high"], default: "low" },
      { name: "most", type: "number", about: "most", min: 1, max: 5, required: true },
    ],
    start: "gate",
    steps: [
      {
        kind: "do",
        id: "gate",
        title: "Gate",
        actions: ["Look"],
        next: { ok: "investigate", default: "report" },
        maxRounds: 5,
      },
      {
        kind: "do",
        id: "investigate",
        title: "Investigate",
        actions: [],
        onError: "report",
        next: { ok: "report", iterate: "investigate" },
        maxRounds: 5,
      },
      {
        kind: "dispatch",
        id: "check",
        title: "Check",
        phase: "end",
        actions: ["Check it"],
        agent: "quality-reviewer",
        prompt: "Check it",
        next: { ok: "end", fail: "gate" },
        maxRounds: 5,
      },
      { kind: "do", id: "report", title: "Report", actions: [], next: { ok: "check" } },
    ],
  })
  expect(errorsOf(reading)).toEqual([])
})

test("a handler decides after the step was done; a bare outcome changes nothing, a pair adds to the state", () => {
  const reading = fromStepDefs({
    name: "modes",
    params: { mode: { default: "quick" } },
    steps: [
      {
        id: "planning",
        title: "Planning",
        actions: ["Plan"],
        handler: (ctx) => (ctx.workflow_params["mode"] === "quick" ? "SKIP" : "OK"),
        next: { OK: "count", SKIP: null },
      },
      {
        id: "count",
        title: "Count",
        handler: ({ step_state }) => ["ITERATE", { iteration: Number(step_state["iteration"] ?? 1) + 1 }],
        next: { ITERATE: "count", OK: null },
      },
    ],
  })
  const { workflow } = reading
  expect(workflow?.steps.map(({ kind, id, next }) => ({ kind, id, next }))).toEqual([
    { kind: "do", id: "planning", next: { ok: "planning-decide" } },
    { kind: "compute", id: "planning-decide", next: { ok: "count", skip: "end" } },
    { kind: "compute", id: "count", next: { iterate: "count", ok: "end" } },
  ])
  const decide = (id: string, mode: string, state?: object) => {
    const step = workflow && findStep(workflow, id)
    if (step?.kind !== "compute" || typeof step.compute !== "function") throw new Error(`${id} is not computed`)
    return step.compute({ params: { mode }, values: state === undefined ? {} : { state }, round: 1 })
  }
  expect(decide("planning-decide", "quick")).toEqual({ outcome: "skip", values: { state: {} } })
  expect(decide("planning-decide", "full", { a: 1 })).toEqual({ outcome: "ok", values: { state: { a: 1 } } })
  expect(decide("count", "full", { a: 1 })).toEqual({ outcome: "iterate", values: { state: { a: 1, iteration: 2 } } })
  expect(errorsOf(reading)).toEqual([])
})

test("parts that cannot be read or converted are reported with their place", () => {
  expect(
    told(
      readLegacy({
        legacy: "steps",
        steps: {
          one: { title: "A" },
          1: { actions: "text", routing: "sideways", dispatch: { agent: "develper" } },
          2: { title: "B", routing: { if_pass: 9, if_fail: 1 }, actions: [{ a: 1 }] },
          3: { title: "C", routing: "linear" },
          4: "text",
        },
        gates: { 3: { work_step: 2 } },
      }),
    ),
  ).toMatchInlineSnapshot(`
    [
      "legacy.bad-value : the workflow has no name",
      "legacy.bad-value steps.4: steps.4 is not a map",
      "legacy.bad-value steps.one: "one" is not a step number",
      "legacy.bad-value steps.3: 3 is the number of a step and of a gate",
      "legacy.bad-value steps.1: steps.1 has no title",
      "legacy.bad-value steps.1.actions: actions is not a list",
      "legacy.bad-value steps.1.routing: routing is sideways",
      "legacy.bad-value steps.1.dispatch.agent: there is no role "develper"",
      "legacy.bad-value steps.2.actions.0: this action is neither text nor a block",
      "legacy.bad-value steps.2.routing.if_pass: there is no step 9",
      "legacy.bad-value gates.3: gates.3 has no qr_name",
      "legacy.bad-value gates.3: no review comes before gates.3",
      "legacy.lost steps.1: nothing limited how often "step-1" is repeated; it is now entered at most 5 times",
    ]
  `)
  expect(
    told(
      readLegacy(
        {
          legacy: "step-defs",
          steps: [
            { id: "a", title: "A", handler: "step_a", next: { DONE: "b" } },
            { id: "b", title: "B", next: { OK: null } },
            { title: "nameless" },
          ],
        },
        "named-by-its-folder",
      ),
    ),
  ).toMatchInlineSnapshot(`
    [
      "legacy.bad-value steps.0.next.DONE: there is no outcome "DONE"",
      "legacy.bad-value steps.0.next: steps.0.next leads nowhere",
      "legacy.lost steps.0.handler: the handler of "a" is code and cannot be converted; the agent that drives the run reports the outcome",
      "legacy.bad-value steps.2: a step needs id and title",
    ]
  `)
  expect(told(readLegacy({ legacy: "scripts", name: "x" }))).toEqual([
    'legacy.bad-value legacy: there is no older format "scripts"',
  ])
  expect(told(readLegacy({ legacy: "steps", name: "x", steps: {} }))).toEqual([
    "legacy.bad-value steps: there are no numbered steps",
  ])
})
