import { expect, test } from "vitest"
import { runBench, type RunBench } from "../../testing/run-bench.ts"
import { defineWorkflow, doStep, fanout, gate } from "../../workflow/define-workflow.ts"
import { verifyRun } from "./verify-run.ts"

const workflow = defineWorkflow({
  name: "proved",
  start: "work",
  steps: [
    doStep({ id: "work", title: "Work", writes: ["text"], next: { ok: "look" } }),
    fanout({
      id: "look",
      title: "Look",
      items: {
        kind: "list",
        items: (["a", "b"] as const).map((item) => ({ item, agent: "quality-reviewer", prompt: "Look" })),
      },
      join: "all",
      writes: ["reports"],
      next: { ok: "gate", fail: "end" },
    }),
    gate({
      id: "gate",
      title: "Gate",
      reads: ["text", "reports"],
      evidence: [
        { kind: "sections", of: "text", sections: ["Goal"] },
        { kind: "review", of: "reports" },
        { kind: "command", command: "npm test" },
      ],
      next: { ok: "end", fail: "end" },
    }),
  ],
})

async function proved(): Promise<RunBench> {
  const bench = runBench([workflow])
  await bench.start()
  await bench.report("work", { outcome: "ok", text: "# Goal\n\nTo win." })
  for (const item of ["b", "a"]) await bench.report("look", { item, text: "RESULT: PASS" })
  await bench.drive({ name: "nobody", ask: async () => ({ text: "" }) })
  expect(await bench.place()).toBe("done")
  return bench
}

test("a run that was not touched still proves what it says", async () => {
  const bench = await proved()
  const { events } = await bench.run()
  expect(await verifyRun(bench.engine, "r")).toEqual({
    run: "r",
    holds: true,
    gates: [
      {
        step: "gate",
        round: 1,
        holds: true,
        because: "all of Goal are there; the review found no issue; `npm test` ended with 0",
        evidence: [
          { kind: "sections", holds: true, because: "all of Goal are there" },
          { kind: "review", holds: true, because: "the review found no issue", blocking: [], tolerated: [] },
          { kind: "command", holds: true, because: "`npm test` ended with 0" },
        ],
      },
    ],
    history: { holds: true, events },
    replay: { holds: true },
  })
})

test.each([
  { step: "work", item: "-", said: "# Goal\n\nTo cheat.", because: "what text said is not what was kept" },
  { step: "look", item: "a", said: "RESULT: PASS\n", because: "what reports said is not what was kept" },
  {
    step: "gate",
    item: "command-1",
    said: '{"kind":"ran","exitCode":0,"output":"forged"}',
    because: "what `npm test` gave is not what was kept",
  },
])("a text of $step that was changed afterwards is found", async ({ step, item, said, because }) => {
  const bench = await proved()
  const { store } = bench
  const tampered = {
    ...store,
    text: async (key: Parameters<typeof store.text>[0]) =>
      key.step === step && key.item === item ? said : store.text(key),
  }
  const verified = await verifyRun({ ...bench.engine, store: tampered }, "r")
  expect([verified.holds, verified.gates[0]?.because]).toEqual([false, because])
})

test("an answer of a fan-out that was taken out afterwards is found", async () => {
  const bench = await proved()
  const { store } = bench
  const results: typeof store.results = async (run, step, round) =>
    (await store.results(run, step, round)).filter(({ item }) => item !== "b")
  const verified = await verifyRun({ ...bench.engine, store: { ...store, results } }, "r")
  expect([verified.holds, verified.gates[0]?.because]).toEqual([false, "what reports said is not what was kept"])
})

test("an event that was changed or taken out is found", async () => {
  const bench = await proved()
  const { store } = bench
  const events = await store.events("r")
  const verified = async (changed: typeof events) =>
    (await verifyRun({ ...bench.engine, store: { ...store, events: async () => changed } }, "r")).history
  const forged = events.map((event) => (event.seq === 3 ? { ...event, data: event.data.replace("ok", "fail") } : event))
  expect(await verified(forged)).toMatchObject({ holds: false, because: "event 3 is not the one that was written" })
  expect(await verified(events.filter(({ seq }) => seq !== 2))).toMatchObject({ holds: false })
  expect(await verified(events.slice(0, -1))).toMatchObject({
    holds: false,
    because: `${events.length} events were written`,
  })
})

test("commands can be run once more, and what they give now counts", async () => {
  const bench = await proved()
  const again = await verifyRun(bench.engine, "r", {
    again: async () => ({ kind: "ran", exitCode: 1, output: "1 failed" }),
  })
  expect([again.holds, again.gates[0]?.evidence[2]?.because]).toEqual([false, "`npm test` ended with 1"])
})

test("a transition that the definition does not have is found by replaying", async () => {
  const bench = await proved()
  const { store } = bench
  const visits = async (run: string) =>
    (await store.visits(run)).map((visit) => (visit.step === "look" ? { ...visit, outcome: "fail" as const } : visit))
  expect((await verifyRun({ ...bench.engine, store: { ...store, visits } }, "r")).replay).toEqual({
    holds: false,
    because: "look, round 1, went to gate, where fail does not lead",
  })
})
