import type { ItemKey } from "../../agents/agent-driver.ts"
import { openHistory, type OpenQuestion } from "../../run/history.ts"
import type { Dispatch, AskedQuestion, Result, Run, Visit } from "../../run/model.ts"
import type { CommitRecord } from "../../run/store.ts"
import type { PastVisit } from "../../run/history/replay-visits.ts"
import type { Claimed, RunStore } from "../../run/store.ts"

/** The only file of the simulator that reads rows; everything else uses what is returned here. */

export type SimulatedStore = RunStore

export interface SeenRun {
  readonly row: Run
  readonly visits: readonly SeenVisit[]
  /** Those written since the last read. */
  readonly records: readonly CommitRecord[]
}

export interface SeenVisit {
  readonly row: PastVisit
  readonly dispatches: readonly Dispatch[]
  readonly results: readonly Result[]
  readonly questions: readonly AskedQuestion[]
}

/** A committed tree of runs. Rows that cannot change any more are read once, unless `anew`. */
export interface TreeReader {
  /** All runs, and the ids of those that changed since the last time. */
  read(how?: {
    readonly anew: boolean
  }): Promise<{ readonly runs: readonly SeenRun[]; readonly changed: ReadonlySet<string> }>
}

export function openTreeReader(store: SimulatedStore, root: string): TreeReader {
  const known = new Map<string, SeenRun>()
  return {
    async read({ anew } = { anew: false }) {
      const changed = new Set<string>()
      const rows = [...(await store.runs({ root }))].reverse()
      for (const row of rows) {
        const before = known.get(row.id)
        if (before?.row.seq === row.seq && !anew) continue
        known.set(row.id, await seenRun(store, row, anew ? undefined : before))
        changed.add(row.id)
      }
      return { runs: rows.flatMap(({ id }) => known.get(id) ?? []), changed }
    },
  }
}

async function seenRun(store: SimulatedStore, row: Run, before: SeenRun | undefined): Promise<SeenRun> {
  const visits: SeenVisit[] = []
  for (const visit of await openHistory(store).visits(row.id)) {
    const already = before?.visits.find((one) => one.row.number === visit.number)
    visits.push(already?.row.left === undefined ? await seenVisit(store, row, visit) : already)
  }
  return { row, visits, records: await store.records(row.id, before?.row.seq ?? 0) }
}

async function seenVisit(store: SimulatedStore, run: Run, row: PastVisit): Promise<SeenVisit> {
  const { step, round } = row
  const isNow = row.number === run.visit?.number
  return {
    row,
    dispatches: await openHistory(store).dispatches(run.id, step, round),
    results: await openHistory(store).results(run.id, step, round),
    questions: isNow && run.status === "running" ? run.questions : (row.asked ?? []),
  }
}

/** What an agent may be asked: open or leased, by key. Leases change without a commit, so these rows are read each time. */
export async function findUnanswered(
  store: SimulatedStore,
  runs: readonly SeenRun[],
): Promise<ReadonlyMap<string, Dispatch>> {
  const found = new Map<string, Dispatch>()
  for (const { row, visits } of runs) {
    const asked = visits.at(-1)?.dispatches ?? []
    if (row.status !== "running" || asked.every(({ ask }) => ask.kind === "run")) continue
    for (const dispatch of await openHistory(store).dispatches(row.id, row.step, row.round))
      if (dispatch.ask.kind !== "run" && (dispatch.status === "open" || dispatch.status === "leased"))
        found.set(formatItemKey(dispatch), dispatch)
  }
  return found
}

export function loadDispatch(store: SimulatedStore, key: ItemKey): Promise<Dispatch | undefined> {
  return openHistory(store).dispatch(key)
}

export async function hasVisit(
  store: SimulatedStore,
  run: string,
  at: Pick<Visit, "step" | "round">,
): Promise<boolean> {
  return (await openHistory(store).visit(run, at.step, at.round)) !== undefined
}

export function loadCommittedRun(store: SimulatedStore, id: string): Promise<Run | undefined> {
  return openHistory(store).run(id)
}

export function listRunning(store: SimulatedStore, root: string): Promise<readonly Run[]> {
  return store.runs({ root, status: "running" })
}

export function loadOpenQuestions(store: SimulatedStore, run: Run): Promise<readonly OpenQuestion[]> {
  return openHistory(store).questions({ run: run.id })
}

export function formatItemKey({ run, step, round, item }: ItemKey): string {
  return `${run} ${step}/${round}/${item}`
}

export type { Claimed, Dispatch, ItemKey, Run }
