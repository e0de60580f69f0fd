import { expect, test } from "vitest"
import { runBench } from "../../../test/run-bench.ts"
import { defineWorkflow, doStep } from "../../workflow/define-workflow.ts"
import type { CommitRecord, RunStore } from "../store.ts"
import { openVisits } from "./show-visit.ts"

const loop = defineWorkflow({
  name: "loop",
  start: "again",
  steps: [doStep({ id: "again", title: "Again", next: { iterate: "again", ok: "end" }, maxRounds: 9 })],
})

async function runTwice() {
  const bench = runBench([loop])
  const run = "r"
  await bench.start()
  const again = () => bench.report("again", { outcome: "iterate" })
  await again()
  await again()
  const { store } = bench.engine
  const read: number[] = []
  const damage: { at?: number } = {}
  const watched: RunStore = {
    ...store,
    async records(id, after) {
      const records = await store.records(id, after)
      read.push(records.length)
      return records.map((record): CommitRecord => (record.seq === damage.at ? { ...record, at: 0 } : record))
    },
  }
  return { bench, run, again, read, damage, visits: openVisits({ ...bench.engine, store: watched }) }
}

test("of a run that was read before, only what came since is read, and it is shown as if it were read whole", async () => {
  const { bench, run, again, read, visits } = await runTwice()
  await visits.list(run)
  await again()
  expect(await visits.list(run)).toEqual(await bench.history.visits(run))
  expect(await visits.list(run, 3)).toMatchObject([{ number: 4, round: 4 }])
  await bench.report("again", { outcome: "ok" })
  expect(await visits.list(run)).toEqual(await bench.history.visits(run))
  expect(await visits.list(run)).toMatchObject([{}, {}, {}, { round: 4, outcome: "ok" }])
  expect(read).toEqual([3, 1, 0, 1, 0])
})

test("a record that came since and was changed is noticed", async () => {
  const { run, again, damage, visits } = await runTwice()
  await visits.list(run)
  await again()
  damage.at = 4
  await expect(visits.list(run)).rejects.toThrow(/record 4 was changed after it was written/)
})
