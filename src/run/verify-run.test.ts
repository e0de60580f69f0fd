import { readEvents } from "./history/record-events.ts"
import { expect, test } from "vitest"
import { runBench, type RunBench } from "../../test/run-bench.ts"
import { defineWorkflow, doStep, fanout, gate } from "../workflow/define-workflow.ts"
import { hashRecord } from "./history.ts"
import type { RunStore } from "./store.ts"
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

test("an unchanged run is still verified", async () => {
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
        because: "it has Goal; the review found no issue; `npm test` ended with 0",
        evidence: [
          { kind: "sections", holds: true, because: "it has Goal" },
          { kind: "review", holds: true, because: "the review found no issue", blocking: [], tolerated: [] },
          { kind: "command", holds: true, because: "`npm test` ended with 0" },
        ],
        checks: { recorded: 1, again: 0 },
      },
    ],
    history: { holds: true, events },
    replay: { holds: true },
    answers: { holds: true },
    queue: { holds: true },
    listing: { holds: true },
  })
})

test.each([
  { step: "work", item: "-", said: "# Goal\n\nTo cheat.", because: "the stored text of text was changed" },
  { step: "look", item: "a", said: "RESULT: PASS\n", because: "the stored text of reports was changed" },
  {
    step: "gate",
    item: "command-1",
    said: '{"kind":"ran","exitCode":0,"output":"forged"}',
    because: "the answer to gate, round 1, command-1, is not what was reported",
  },
])("a text of $step that was changed afterwards is found", async ({ step, item, said, because }) => {
  const bench = await proved()
  const { store } = bench
  const load: RunStore["load"] = async (wanted) => {
    const loaded = await store.load(wanted)
    const texts = loaded?.texts.map((one) => (one.step === step && one.item === item ? { ...one, text: said } : one))
    return loaded && { ...loaded, texts: texts ?? [] }
  }
  const { holds, gates, answers } = await verifyRun({ ...bench.engine, store: { ...store, load } }, "r")
  expect(holds).toBe(false)
  expect([gates[0]?.because, answers.because]).toContain(because)
})

test("an answer of a fan-out that was removed afterwards is detected", async () => {
  const bench = await proved()
  const { store } = bench
  const load: RunStore["load"] = async (wanted) => {
    const loaded = await store.load(wanted)
    return loaded && { ...loaded, items: loaded.items.filter(({ result }) => result?.item !== "b") }
  }
  const verified = await verifyRun({ ...bench.engine, store: { ...store, load } }, "r")
  expect([verified.holds, verified.gates[0]?.because]).toEqual([false, "the stored text of reports was changed"])
})

test("a record that was changed or removed is detected", async () => {
  const bench = await proved()
  const { store } = bench
  const records = await store.records("r")
  const verified = async (changed: typeof records) =>
    (await verifyRun({ ...bench.engine, store: { ...store, records: async () => changed } }, "r")).history
  const forged = records.map((one) => (one.seq === 3 ? { ...one, events: one.events.replace("ok", "fail") } : one))
  expect(await verified(forged)).toMatchObject({ holds: false, because: "record 3 was changed after it was written" })
  expect(await verified(records.filter(({ seq }) => seq !== 2))).toMatchObject({ holds: false })
  expect(await verified(records.slice(0, -1))).toMatchObject({
    holds: false,
    because: `${records.length} commits were made`,
  })
})

test("commands can be run again, and their new results count", async () => {
  const bench = await proved()
  const again = await verifyRun(bench.engine, "r", {
    again: async () => ({ kind: "ran", exitCode: 1, output: "1 failed" }),
  })
  expect([again.holds, again.gates[0]?.evidence[2]?.because]).toEqual([false, "`npm test` ended with 1"])
  expect(again.gates[0]?.checks).toEqual({ recorded: 1, again: 1 })
  const refused = await verifyRun(bench.engine, "r", { again: async () => ({ kind: "refused", why: "no rule" }) })
  expect([refused.holds, refused.gates[0]?.checks]).toEqual([false, { recorded: 1, again: 0 }])
})

test("a transition that the definition does not have is found by replaying", async () => {
  const bench = await proved()
  const { store } = bench
  const said = '"step":"look","round":1,"outcome":"ok"}'
  let chain = ""
  const forged = (await store.records("r")).map(({ seq, at, events }) => {
    const record = { seq, at, events: JSON.stringify(readEvents(events)).replace(said, said.replace('"ok"', '"fail"')) }
    chain = hashRecord(chain, record)
    return { ...record, hash: chain }
  })
  const load: RunStore["load"] = async (wanted) => {
    const loaded = await store.load(wanted)
    return loaded && { ...loaded, run: { ...loaded.run, chain } }
  }
  const tampered = { ...store, load, records: async () => forged }
  expect((await verifyRun({ ...bench.engine, store: tampered }, "r")).replay).toEqual({
    holds: false,
    because: "look, round 1, went to gate, but fail does not lead there",
  })
})

test("a dispatch that is open but not in the queue is detected, and so is one in the queue that is not open", async () => {
  const bench = runBench([workflow])
  await bench.start()
  const verified = async (queued: RunStore["queued"]) =>
    (await verifyRun({ ...bench.engine, store: { ...bench.store, queued } }, "r")).queue
  expect(await verified(bench.store.queued)).toEqual({ holds: true })
  expect(await verified(async () => [])).toEqual({
    holds: false,
    because: "r/work/1/- is open but not in the queue",
  })
  const extra = { run: "r", step: "look", round: 1, item: "a" }
  expect(await verified(async (root) => [...(await bench.store.queued(root)), extra])).toEqual({
    holds: false,
    because: "r/look/1/a is in the queue but not open",
  })
})
