import { expect, test } from "vitest"
import { runBench } from "../../test/run-bench.ts"
import { defineWorkflow, dispatch } from "../workflow/define-workflow.ts"
import { NO_ITEM } from "./model.ts"
import { applyEvent } from "./apply-event.ts"
import { currentDirective } from "./current-directive.ts"

const checked = defineWorkflow({
  name: "checked",
  start: "work",
  steps: [
    dispatch({
      id: "work",
      title: "Work",
      agent: "research",
      prompt: "Find out",
      reportedBy: "orchestrate advance",
      output: { type: "object", required: ["hash"] },
      next: { ok: "end", fail: "end" },
    }),
  ],
})

const report = { kind: "report", item: { step: "work", round: 1, item: NO_ITEM }, by: "ann" } as const

test("a step that a command checks is reported only by that command, and its agent does not get the shape", async () => {
  const bench = runBench([checked])
  await bench.start()
  const { dispatches } = await currentDirective(bench.engine, "r")
  expect(dispatches).toEqual([
    { item: "-", agent: "research", prompt: "Find out", answered: false, report: "skillet orchestrate advance r" },
  ])
  const text = '{"hash": "1"}'
  const claimed = await applyEvent(bench.engine, "r", { ...report, at: 1, outcome: "ok", text })
  expect(claimed).toEqual({
    kind: "refused",
    refusal: {
      code: "run.not-reportable",
      message: "work is reported by another command, which checks the result first",
      next: "run this instead: skillet orchestrate advance r",
    },
  })
  const through = { ...report, at: 1, outcome: "ok", text, through: "orchestrate advance" } as const
  expect((await applyEvent(bench.engine, "r", through)).kind).toBe("applied")
})

test("anybody may report that such a step failed", async () => {
  const bench = runBench([checked])
  await bench.start()
  const failed = { ...report, at: 1, outcome: "fail", text: "no agent left" } as const
  expect((await applyEvent(bench.engine, "r", failed)).kind).toBe("applied")
})
