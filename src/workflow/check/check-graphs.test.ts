import fc from "fast-check"
import { expect, test } from "vitest"
import type { Outcome } from "../outcome.ts"
import { openWalk, walkStates, type WalkStates } from "../quote/walk.ts"
import type { Step, Workflow } from "../workflow.ts"
import { checkWorkflow } from "./check-workflow.ts"

test("any graph is checked without a crash", () => {
  fc.assert(
    fc.property(graphs(6, ["end", "nowhere", "__proto__", "constructor"]), (steps) => {
      checkWorkflow(workflowOf(steps))
    }),
  )
})

test("in a valid graph every step has a path to the end, and every loop has a cap", () => {
  let passed = 0
  fc.assert(
    fc.property(graphs(4, []), (steps) => {
      const workflow = workflowOf(steps)
      const aboutGraph = /no-steps|unknown|missing-edge|dead-end|no-end|endless|circle|unreachable|open-table/
      if (checkWorkflow(workflow).some(({ code }) => aboutGraph.test(code))) return
      passed++
      for (const { id } of steps) expect(endsFrom(workflow, id, [])).toBe(true)
      const states = walkStates(openWalk(workflow, { cheaper: true, assumedRounds: 1 }), 100_000)
      expect([states.isWhole, goesRound(states)]).toEqual([true, false])
    }),
    { numRuns: 2000 },
  )
  expect(passed).toBeGreaterThan(20)
})

/** Steps whose ids are the first letters of the alphabet, leading to each other, to the end, and rarely nowhere. */
function graphs(most: number, astray: readonly string[]): fc.Arbitrary<readonly Step[]> {
  return fc.integer({ min: 0, max: most }).chain((size) => {
    const ids = ["a", "b", "c", "d", "e", "f"].slice(0, size)
    const targets = fc.constantFrom(...ids, "end", ...astray)
    const seldom = { nil: undefined, freq: 5 }
    const step = (id: string) =>
      fc.record({
        id: fc.constantFrom(id, ...astray),
        kind: fc.constantFrom("do", "dispatch", "gate", "ask", "compute", "wait", "fanout"),
        next: fc.dictionary(fc.constantFrom("ok", "fail", "skip", "default", ...astray), targets, {
          minKeys: 1,
          maxKeys: 3,
        }),
        onError: fc.option(targets, seldom),
        cheaper: fc.option(targets, seldom),
        maxRounds: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
        loop: fc.option(fc.record({ work: targets, review: targets, limit: fc.integer({ min: 0, max: 3 }) }), seldom),
        outcomes: fc.array(fc.constantFrom<Outcome>("ok", "fail", "skip"), { maxLength: 2 }),
        reads: fc.array(fc.constantFrom("x", "y?"), { maxLength: 2 }),
      })
    return fc.tuple(...ids.map(step)).map((drawn) => drawn.map(filledIn))
  })
}

function filledIn({ outcomes, ...drawn }: { readonly outcomes: readonly Outcome[] }): Step {
  return {
    ...drawn,
    title: "T",
    actions: ["{{values.z}}"],
    writes: ["x"],
    agent: "explore",
    evidence: [{ kind: "review", of: "x" }],
    questions: [{ id: "q", text: "?", options: outcomes.map((outcome) => ({ label: outcome, outcome })) }],
    compute: { rows: outcomes.map((outcome) => ({ outcome })) },
    until: { seconds: 1 },
    items: { kind: "list", items: [] },
    join: "all",
  } as unknown as Step
}

/** By brute force: some sequence of edges leads to the end. */
function endsFrom(workflow: Workflow, id: string, trail: readonly string[]): boolean {
  if (id === "end") return true
  if (trail.includes(id)) return false
  const step = workflow.steps.find((one) => one.id === id)
  if (step === undefined) throw new Error(`no step ${id}`)
  return [...Object.values(step.next), step.onError, step.cheaper].some(
    (to) => to !== undefined && endsFrom(workflow, to, [...trail, id]),
  )
}

/** Whether a run can return to an earlier state without using anything up. */
function goesRound({ nodes }: WalkStates): boolean {
  const open = nodes.map(() => 0)
  for (const { moves } of nodes) for (const { to } of moves) if (to !== "end") open[to] = (open[to] ?? 0) + 1
  const free = open.flatMap((count, at) => (count === 0 ? [at] : []))
  for (const at of free)
    for (const { to } of nodes[at]?.moves ?? []) {
      if (to === "end") continue
      open[to] = (open[to] ?? 0) - 1
      if (open[to] === 0) free.push(to)
    }
  return free.length < nodes.length
}

function workflowOf(steps: readonly Step[]): Workflow {
  return { name: "drawn", description: "", params: [], start: "a", steps }
}
