import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, test } from "vitest"
import { runBench } from "../../../test/run-bench.ts"
import { compute, defineWorkflow, dispatch, doStep, fanout, wait } from "../../workflow/define-workflow.ts"
import { SkilletError } from "../../problem/failure.ts"
import { applyEvent } from "../apply-event.ts"
import { currentDirective } from "../build-directive.ts"
import { reportStep } from "./report-step.ts"
import { showRun } from "./show-run.ts"

const child = defineWorkflow({
  name: "child",
  start: "work",
  steps: [doStep({ id: "work", title: "Work", next: { ok: "end" } })],
})

const many = defineWorkflow({
  name: "many",
  start: "ask",
  steps: [
    fanout({
      id: "ask",
      title: "Ask",
      join: "settled",
      items: {
        kind: "list",
        items: [
          { item: "a", agent: "explore", workflow: "child" },
          { item: "b", agent: "explore", workflow: "child" },
        ],
      },
      next: { ok: "end", fail: "end" },
    }),
  ],
})

const one = defineWorkflow({
  name: "one",
  start: "ask",
  steps: [
    dispatch({ id: "ask", title: "Ask", agent: "explore", prompt: "Look.", next: { ok: "end", fail: "instead" } }),
    doStep({ id: "instead", title: "Do it yourself", next: { ok: "end" } }),
  ],
})

function desk(bench: ReturnType<typeof runBench>) {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-report-"))
  const { engine, store: queue } = bench
  const runs = { engine, queue, project: "p", branch: "", cwd, directory: cwd, newId: () => "x", close: async () => {} }
  const fail = (item: string) =>
    reportStep(runs, { run: "r", step: "ask", item, outcome: "fail", reason: "no agents left", by: "ada" }, { cwd })
  return { runs, fail }
}

test("an agent of a child run that could not be started fails its item, and the child run ends with the reason", async () => {
  const bench = runBench([many, child])
  await bench.start()
  const { runs, fail } = desk(bench)
  const { directive } = await fail("a")
  expect(directive.dispatches.map(({ answered }) => answered)).toEqual([true, false])
  expect((await showRun(runs, "r")).visits).toMatchObject([{ failures: [{ item: "a", reason: "no agents left" }] }])
  const [a] = await bench.history.dispatches("r", "ask", 1)
  expect(a?.ask.kind === "run" ? await bench.place(a.ask.run) : undefined).toBe("cancelled: no agents left (ada)")
  expect(await fail("a")).toMatchObject({ again: true })
  expect(await bench.place()).toBe("ask/1")
})

test("if an agent with a prompt could not be started, the run takes the fail transition of its step, with the reason", async () => {
  const bench = runBench([one])
  await bench.start()
  const { runs, fail } = desk(bench)
  expect((await fail("-")).directive.step).toBe("instead")
  expect((await showRun(runs, "r")).visits[0]).toMatchObject({ outcome: "fail", because: "no agents left" })
  expect(await bench.told()).toContainEqual(expect.stringContaining('"reason":"no agents left"'))
})

const listed = defineWorkflow({
  name: "listed",
  start: "ask",
  steps: [
    fanout({
      id: "ask",
      title: "Ask",
      writes: ["all"],
      join: "all",
      items: { kind: "list", items: ["a", "b"].map((item) => ({ item, agent: "explore" as const, prompt: "Look." })) },
      next: { ok: "sum", fail: "sum" },
    }),
    doStep({ id: "sum", title: "Sum", reads: ["all"], actions: ["Sum {{values.all}}"], next: { ok: "end" } }),
  ],
})

test.each([
  ["ok", ["a", "b"]],
  ["fail", ["a", "no agents left"]],
])("the report that ends a fan-out (%s) shows the next step with every answer once", async (outcome, texts) => {
  const bench = runBench([listed])
  await bench.start()
  const { runs, fail } = desk(bench)
  const ok = (item: string) =>
    reportStep(runs, { run: "r", step: "ask", item, outcome: "ok", text: item, by: "ada" }, runs)
  await ok("a")
  const { directive } = await (outcome === "ok" ? ok("b") : fail("b"))
  expect(directive.step).toBe("sum")
  expect(texts.map((text) => String(directive.actions[0]).split(`\n\n${text}`).length - 1)).toEqual([1, 1])
})

test("a report reads its run once and commits once", async () => {
  const calls: string[] = []
  const bench = runBench([steps], {
    store: (made) => ({
      ...made,
      load: (wanted) => (calls.push("load"), made.load(wanted)),
      commit: (commit) => (calls.push("commit"), made.commit(commit)),
    }),
  })
  await bench.start()
  calls.length = 0
  const report = { run: "r", step: "first", round: 1, outcome: "ok", by: "ada" } as const
  const { directive } = await reportStep(desk(bench).runs, report, {})
  expect([directive.step, calls]).toEqual(["second", ["load", "commit"]])
})

const steps = defineWorkflow({
  name: "steps",
  start: "first",
  steps: [
    doStep({ id: "first", title: "First", next: { ok: "second" } }),
    doStep({ id: "second", title: "Second", next: { ok: "end" } }),
  ],
})

const offers = defineWorkflow({
  name: "offers",
  start: "write",
  steps: [
    doStep({ id: "write", title: "Write", next: { ok: "ask" } }),
    dispatch({ id: "ask", title: "Ask", agent: "explore", prompt: "Look.", next: { ok: "many", fail: "end" } }),
    fanout({
      id: "many",
      title: "Ask",
      join: "settled",
      items: { kind: "list", items: [{ item: "a", agent: "explore", prompt: "Look." }] },
      next: { ok: "wait", fail: "end" },
    }),
    wait({ id: "wait", title: "Wait", until: { reported: true }, next: { ok: "end" } }),
  ],
})

test("an outcome that a step does not offer is refused with those it offers, and the run stays where it is", async () => {
  const bench = runBench([offers])
  await bench.start()
  const { runs } = desk(bench)
  const report = (step: string, more: object) => reportStep(runs, { run: "r", step, by: "ada", ...more }, { cwd: "/" })
  const refused = async (step: string, more: object) =>
    report(step, more).then(
      () => "accepted",
      (error: unknown) => (error instanceof SkilletError ? `${error.code}: ${error.message}` : String(error)),
    )
  expect(await refused("write", { outcome: "skip" })).toBe(
    "run.outcome-not-offered: write cannot be reported as skip: it offers ok",
  )
  expect(await refused("write", { outcome: "fail", reason: "too hard" })).toContain("run.outcome-not-offered")
  expect(await refused("write", { text: "Nothing to do.\nOUTCOME: skip" })).toContain("run.outcome-not-offered")
  expect(await bench.place()).toBe("write/1")
  await report("write", { outcome: "ok" })
  expect(await refused("write", { outcome: "skip" })).toContain("run.answered")
  expect(await refused("ask", { outcome: "iterate", text: "no" })).toContain("it offers ok, fail")
  await report("ask", { text: "Found." })
  expect(await refused("many", { item: "a", outcome: "skip", text: "no" })).toContain("it offers ok, fail")
  await report("many", { item: "a", text: "Found." })
  expect(await refused("wait", { outcome: "fail" })).toContain("it offers ok")
  expect((await report("wait", { outcome: "ok" })).directive.status).toBe("done")
})

test("what a workflow computes without a transition still fails the run", async () => {
  const computed = compute({ id: "size", title: "Size", compute: () => ({ outcome: "skip" }), next: { ok: "end" } })
  const write = doStep({ id: "write", title: "Write", next: { ok: "size" } })
  const bench = runBench([defineWorkflow({ name: "computes", start: "write", steps: [write, computed] })])
  await bench.start()
  await reportStep(desk(bench).runs, { run: "r", step: "write", outcome: "ok", by: "ada" }, { cwd: "/" })
  expect(await bench.place()).toBe("failed: step size returned skip, which has no transition")
})

test("a cancelled run ended at the step where it was", async () => {
  const bench = runBench([offers])
  await bench.start()
  await applyEvent(bench.engine, "r", { kind: "cancel", at: 1, by: "ada", reason: "no longer needed" })
  expect(await currentDirective(bench.engine, "r")).toMatchObject({ status: "cancelled", number: 1, total: 4 })
})
