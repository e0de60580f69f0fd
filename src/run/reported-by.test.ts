import { expect, test } from "vitest"
import { runBench } from "../../test/run-bench.ts"
import { defineWorkflow, dispatch, doStep } from "../workflow/define-workflow.ts"
import { NO_ITEM } from "./model.ts"
import { applyEvent } from "./apply-event.ts"
import { currentDirective } from "./build-directive.ts"

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

const started = defineWorkflow({
  name: "started",
  start: "read",
  steps: [
    doStep({
      id: "read",
      title: "Read",
      outputRequired: true,
      reportedBy: "review",
      reportedAtStart: true,
      next: { ok: "work" },
    }),
    dispatch({ id: "work", title: "Work", agent: "research", prompt: "Find out", next: { ok: "end", fail: "end" } }),
  ],
})

const interrupted = {
  code: "run.start-interrupted",
  message: "run r was interrupted while skillet review was starting it: only that command reports read",
  next: "start it again with skillet review; skillet run cancel r removes this one from the open runs",
}

test.each(["ok", "fail"] as const)("nobody else reports %s for a step of the start, or is told to", async (outcome) => {
  const bench = runBench([started])
  await bench.start()
  expect(await bench.report("read", { outcome, text: "all is well" })).toEqual({
    kind: "refused",
    refusal: interrupted,
  })
  expect(await bench.place()).toBe("read/1")
  expect(await currentDirective(bench.engine, "r")).toMatchObject({
    outcomes: [],
    because: `It cannot continue: ${interrupted.message}. To go on, ${interrupted.next}.`,
  })
})

test("the command that starts a run reports the start, and the rest is reported by anybody", async () => {
  const bench = runBench([started])
  await bench.start()
  const item = { step: "read", round: 1, item: NO_ITEM }
  await bench.happen({ kind: "report", item, by: "skillet", outcome: "ok", text: "code", through: "review" })
  expect(await bench.place()).toBe("work/1")
  await bench.report("work", { outcome: "ok", text: "done" })
  expect(await bench.place()).toBe("done")
})
