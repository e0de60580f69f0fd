import { expect, test } from "vitest"
import { driveTask } from "../src/app/composite/drive-task.ts"
import { showTask } from "../src/app/composite/show-task.ts"
import { settleTask } from "../src/app/composite/settle-task.ts"
import { startTask } from "../src/app/composite/start-task.ts"
import type { Commit, RunStore } from "../src/run/store.ts"
import { memoryRunStore } from "../src/testing/memory-run-store.ts"
import type { Said } from "./composite/memory-for.ts"
import { type PhaseAgents, phaseAgents, type TaskBench, taskBench } from "./composite/task-bench.ts"
import { sampleComposite } from "./composite/sample-composite.ts"

class Killed extends Error {}

/** A store whose process dies before or after one of its commits. */
function dying(store: RunStore, at: number, when: "before" | "after"): RunStore {
  let commits = 0
  return {
    ...store,
    async commit(commit: Commit) {
      commits++
      if (commits === at && when === "before") throw new Killed()
      const result = await store.commit(commit)
      if (commits === at) throw new Killed()
      return result
    },
  }
}

const back: Said = { status: "needs_remediation", lines: ["Verdict: NO-GO", "- fix: the ends do not meet"] }
const script = { checking: [back, {}] }

async function whole(bench: TaskBench, id: string, agents: PhaseAgents): Promise<void> {
  await settleTask(bench.runs, id, bench.skillet.options)
  await driveTask(bench.skillet, bench.runs, { task: id, driver: agents, atOnce: 1 })
}

/** The result of a task, without what differs from task to task. */
async function outcome(bench: TaskBench, id: string): Promise<string> {
  const { status, phases, step_outputs, unknowns } = await showTask(bench.runs, id)
  const text = JSON.stringify({ status, phases, step_outputs, unknowns })
  return text.replaceAll(id, "TASK").replace(/"hash":"[0-9a-f]{64}"/g, '"hash":"…"')
}

test("a task killed before or after any commit and resumed has the same result, and no phase is done twice", async () => {
  const undisturbed = await taskBench(sampleComposite)
  const { task } = await startTask(undisturbed.skillet, undisturbed.runs, { query: "a sample", skill: "sample" })
  const agents = phaseAgents(script)
  await whole(undisturbed, task.task, agents)
  const expected = await outcome(undisturbed, task.task)
  const asked = agents.asked
  const commits = (await undisturbed.runs.engine.store.load({ run: task.task }))?.run.seq ?? 0
  expect([asked.length, commits > 15]).toEqual([10, true])
  for (const when of ["before", "after"] as const)
    for (let at = 1; at <= commits; at++) {
      const store = memoryRunStore()
      const bench = await taskBench(sampleComposite, store)
      const dies = {
        ...bench,
        runs: { ...bench.runs, engine: { ...bench.runs.engine, store: dying(store, at, when) } },
      }
      const again = phaseAgents(script)
      const run = startTask(dies.skillet, dies.runs, { query: "a sample", skill: "sample" })
      await run
        .then(({ task: begun }) => whole(dies, begun.task, again))
        .catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
      const [found] = await store.runs({})
      if (found === undefined) continue
      await whole(bench, found.id, again)
      expect([`${when} ${at}`, again.asked]).toEqual([`${when} ${at}`, asked])
      expect(await outcome(bench, found.id)).toBe(expected)
    }
}, 300_000)
