import { expect, test } from "vitest"
import { runBench } from "../../../test/run-bench.ts"
import { defineWorkflow, dispatch, doStep } from "../../workflow/define-workflow.ts"
import type { Workflow } from "../../workflow/workflow.ts"

const only = (step: Workflow["steps"][number], ...more: Workflow["steps"]): Workflow => ({
  name: "broken",
  description: "",
  params: [],
  start: step.id,
  steps: [step, ...more],
})

test.each([
  {
    what: "a step that nothing leads to",
    workflow: only(
      doStep({ id: "a", title: "A", next: { ok: "end" } }),
      doStep({ id: "orphan", title: "Orphan", next: { ok: "end" } }),
    ),
    codes: ["workflow.unreachable"],
  },
  {
    what: "a target that does not exist",
    workflow: only(doStep({ id: "a", title: "A", next: { ok: "nowhere" } })),
    codes: ["workflow.unknown-step"],
  },
  {
    what: "an iterate without a cap",
    workflow: only(doStep({ id: "a", title: "A", next: { ok: "end", iterate: "a" } })),
    codes: ["workflow.uncapped-iterate", "workflow.endless-loop"],
  },
  {
    what: "a child workflow that it was not given",
    workflow: only(
      dispatch({ id: "a", title: "A", agent: "explore", workflow: "below", next: { ok: "end", fail: "end" } }),
    ),
    codes: ["workflow.unknown-workflow"],
  },
])("a workflow with $what is not started, and nothing of it is stored", async ({ workflow, codes }) => {
  const bench = runBench([workflow])
  const started = await bench.start()
  expect(started.kind === "problems" && started.problems.map(({ code }) => code)).toEqual(codes)
  expect(await bench.store.runs()).toEqual([])
})

test("a workflow whose child is broken is not started either", async () => {
  const above = defineWorkflow({
    name: "above",
    start: "ask",
    steps: [
      dispatch({ id: "ask", title: "Ask", agent: "explore", workflow: "broken", next: { ok: "end", fail: "end" } }),
    ],
  })
  const started = await runBench([above, only(doStep({ id: "a", title: "A", next: { ok: "nowhere" } }))]).start()
  expect(started).toMatchObject({ kind: "problems", problems: [{ code: "workflow.unknown-step", step: "a" }] })
})
