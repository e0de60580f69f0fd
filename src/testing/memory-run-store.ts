import type { ItemKey } from "../agents/agent-driver.ts"
import type { Run, RunHead, RunStart } from "../run/model.ts"
import {
  type ClaimWanted,
  type Commit,
  type CommitRecord,
  type CommitResult,
  type DispatchQueue,
  type Lease,
  type RunCommit,
  type RunFilter,
  type RunStore,
  type StepUsage,
  resolveWanted,
} from "../run/store.ts"
import {
  applyChange,
  toItem,
  selectItems,
  type MemoryItem,
  type MemoryItems,
  openMemoryItems,
  moveItem,
  selectTexts,
} from "./memory-items.ts"

interface MemoryRun {
  readonly start: RunStart
  readonly head: RunHead
  readonly records: readonly CommitRecord[]
}

interface Memory {
  /** In the order they began. */
  readonly runs: Map<string, MemoryRun>
  readonly definitions: Map<string, string>
  readonly items: MemoryItems
}

/** Runs in memory, for tests. `now` is the clock of the leases, in milliseconds. */
export function memoryRunStore(options: { readonly now?: () => number } = {}): RunStore {
  const memory: Memory = { runs: new Map(), definitions: new Map(), items: openMemoryItems() }
  const { runs, definitions, items } = memory
  return {
    commit: async (given) => commit(memory, given),
    async load(wanted) {
      const run = runs.get(wanted.run)
      if (run === undefined) return undefined
      const now = toRun(run)
      const resolved = { run: wanted.run, ...resolveWanted(now, wanted) }
      return { run: now, items: selectItems(items, resolved), texts: selectTexts(items, resolved) }
    },
    definition: async (hash) => definitions.get(hash),
    runs: async (filter = {}) => filtered([...runs.values()].map(toRun), filter),
    records: async (run, after = 0) => (runs.get(run)?.records ?? []).filter(({ seq }) => seq > after),
    queued: async (root) => items.queue().flatMap((item) => (item.root === root ? [item.key] : [])),
    mismatch: async () => undefined,
    usage: async (workflow) => sumUsage(memory, workflow),
    close: async () => {},
    ...memoryQueue(items, options.now ?? (() => performance.now())),
  }
}

function toRun({ start, head, records }: MemoryRun): Run {
  return { ...start, ...head, seq: records.length }
}

/** It is synchronous, so nobody sees a part of it. */
function commit(
  { runs, definitions, items }: Memory,
  { runs: commits, definitions: brought = [] }: Commit,
): CommitResult {
  if (new Set(commits.map(({ run }) => run)).size < commits.length)
    throw new Error("a run may appear only once in a commit")
  const moved = commits.find(({ run, seq }) => (runs.get(run)?.records.length ?? 0) !== seq)
  if (moved !== undefined) return { kind: "moved", run: moved.run }
  try {
    const next = commits.map((one) => appendCommit(runs.get(one.run), one))
    for (const [at, { changes }] of commits.entries()) {
      const start = next[at]?.start
      for (const change of start === undefined ? [] : changes) {
        const lost = start && applyChange(items, start, change)
        if (lost !== undefined) return { kind: "lease-lost", key: lost }
      }
    }
    items.keep()
    for (const run of next) runs.set(run.start.id, run)
    for (const { hash, json } of brought) if (!definitions.has(hash)) definitions.set(hash, json)
    return { kind: "committed" }
  } finally {
    items.takeBack()
  }
}

function appendCommit(before: MemoryRun | undefined, { run, start, head, record, seq }: RunCommit): MemoryRun {
  const made = before?.start ?? start
  if (made === undefined || (before !== undefined) === (start !== undefined) || made.id !== run)
    throw new Error(`run ${run} was not started, or twice`)
  if (record.seq !== seq + 1) throw new Error(`record ${record.seq} of run ${run} is out of sequence`)
  return { start: made, head, records: [...(before?.records ?? []), record] }
}

function filtered(runs: readonly Run[], filter: RunFilter): readonly Run[] {
  return runs
    .filter((run) =>
      (["project", "status", "workflow", "root"] as const).every(
        (name) => filter[name] === undefined || filter[name] === run[name],
      ),
    )
    .filter((run) => filter.asking !== true || run.questions.some(({ answer }) => answer === undefined))
    .reverse()
    .slice(0, filter.most)
}

function sumUsage({ runs, items }: Memory, workflow: string): readonly StepUsage[] {
  const ended = [...runs.values()].map(toRun).filter((run) => run.workflow === workflow && run.status !== "running")
  const steps = new Set(ended.flatMap(({ rounds }) => Object.keys(rounds)))
  return [...steps].sort().map((step) => {
    const entered = ended.flatMap(({ id, rounds }) =>
      rounds[step] === undefined ? [] : [{ id, visits: rounds[step] }],
    )
    const visits = entered.flatMap((run) =>
      Array.from({ length: run.visits }, (_, at) => ({ id: run.id, round: at + 1 })),
    )
    const answers = visits
      .flatMap(({ id, round }) => items.of(id, step, round))
      .flatMap(({ answer }) =>
        answer === undefined || answer.reused !== undefined || answer.agent === "shell" ? [] : [answer],
      )
    const sum = (of: "tokensIn" | "tokensOut" | "money") =>
      answers.reduce((total, { usage }) => total + (usage?.[of] ?? 0), 0)
    return {
      step,
      runs: entered.length,
      visits: visits.length,
      agents: answers.length,
      tokensIn: sum("tokensIn"),
      tokensOut: sum("tokensOut"),
      money: sum("money"),
    }
  })
}

/**
 * An expired lease is lost once another worker claims the dispatch; until then it can be renewed, and its answer is
 * accepted.
 */
function memoryQueue(items: MemoryItems, now: () => number): DispatchQueue {
  const put = (item: MemoryItem) => {
    items.put(item)
    items.keep()
  }
  return {
    async claim(wanted) {
      const { worker, leaseMilliseconds: milliseconds } = wanted
      const found = items.queue().find((item) => (item.lease?.until ?? -Infinity) <= now() && isWanted(item, wanted))
      if (found === undefined) return undefined
      const epoch = found.epoch + 1
      const lease = { until: now() + milliseconds, held: { worker, milliseconds } }
      const claimed = { ...moveItem(items, found, "leased"), epoch, lease }
      put(claimed)
      const { dispatch } = toItem(claimed)
      if (dispatch === undefined) throw new Error("what is in the queue is not asked for")
      return { lease: { key: found.key, worker, epoch }, dispatch }
    },
    async renew(lease) {
      const found = heldOne(items, lease)
      if (found === undefined) return false
      const { item, held } = found
      put({ ...item, lease: { until: now() + held.milliseconds, held } })
      return true
    },
    async release(lease, { after, untried }) {
      const item = heldOne(items, lease)?.item
      if (item === undefined) return
      const tried = untried === true ? item.tried : item.tried + 1
      put({ ...moveItem(items, item, "open"), tried, lease: { until: now() + after } })
    },
  }
}

function isWanted({ key, root: of, request }: MemoryItem, { root, run, key: one, agents }: ClaimWanted): boolean {
  return (
    (one === undefined || isSameItem(key, one)) &&
    (root === undefined || of === root) &&
    (run === undefined || key.run === run) &&
    (agents === undefined || agents.includes(request?.agent ?? ""))
  )
}

function isSameItem(one: ItemKey, other: ItemKey): boolean {
  return one.run === other.run && one.step === other.step && one.round === other.round && one.item === other.item
}

function heldOne(items: MemoryItems, { key, worker, epoch }: Lease) {
  const item = items.get(key)
  const held = item?.lease?.held
  const holds = item?.status === "leased" && item.epoch === epoch && held?.worker === worker
  return holds ? { item, held } : undefined
}
