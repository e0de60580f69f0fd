import { isMainThread } from "node:worker_threads"
import { openRunStore } from "../../src/run/io/store/open-run-store.ts"
import { makeWorkerName } from "../../src/system/database/worker.ts"
import type { ItemKey } from "../../src/agents/agent-driver.ts"
import {
  makeAnswerChange,
  change,
  commitNewRun,
  makeKeepChange,
  makeItemRef,
} from "../../src/testing/run-store/samples.ts"

/** What a test process does with a store; it prints a line for each action. */
const acts = {
  /** Creates its own run. */
  async create(store: Store) {
    await commitNewRun(store, String(process.pid))
    print(String(process.pid))
  },
  /** Commits to a run this many times, and reads it again if another process was faster. */
  async commit(store: Store, times: number) {
    for (let done = 0; done < times; ) {
      const name = `${process.pid}-${done}`
      const commit = await change(store, "r1", makeKeepChange(makeItemRef("note", name)))
      if (commit.kind !== "committed") continue
      done++
      print(name)
    }
  },
  /** Answers what it can claim until nothing is left. */
  async answer(store: Store, leaseMilliseconds: number) {
    const worker = makeWorkerName("answers")
    for (;;) {
      const claimed = await store.claim({ worker, leaseMilliseconds })
      if (claimed === undefined) return
      const { key, epoch } = claimed.lease
      if ((await answered(store, key, epoch)) === "committed") print(key.item)
    }
  },
  /** Claims one thing, and answers after a while. */
  async answerLate(store: Store, leaseMilliseconds: number) {
    const claimed = await store.claim({ worker: makeWorkerName("late"), leaseMilliseconds })
    if (claimed === undefined) return
    print(claimed.lease.key.item)
    await new Promise((resolve) => setTimeout(resolve, 800))
    print(await answered(store, claimed.lease.key, claimed.lease.epoch))
  },
  /** Claims one thing and does nothing more. */
  async hold(store: Store, leaseMilliseconds: number) {
    const claimed = await store.claim({ worker: makeWorkerName("holds"), leaseMilliseconds })
    print(claimed === undefined ? "nothing" : claimed.lease.key.item)
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  },
} as const

export type ChildAct = keyof typeof acts
type Store = ReturnType<typeof openRunStore>

async function answered(store: Store, key: ItemKey, epoch: number): Promise<string> {
  const { run, ...item } = key
  for (;;) {
    const commit = await change(store, run, makeAnswerChange(item, { text: String(process.pid), epoch }))
    if (commit.kind !== "moved") return commit.kind
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

const [, , act, file, times] = process.argv
if (isMainThread && act !== undefined && file !== undefined && act in acts)
  await acts[act as ChildAct](openRunStore({ file, busyMilliseconds: 30_000 }), Number(times))
