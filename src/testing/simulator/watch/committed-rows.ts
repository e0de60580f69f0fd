import type { Claimed, DispatchQueue } from "../../../ports/dispatch-queue.ts"
import type {
  DispatchRow,
  EventRow,
  ItemKey,
  QuestionRow,
  ResultRow,
  RunRow,
  RunStore,
  VisitRow,
} from "../../../ports/run-store.ts"

/** The only file of the simulator that reads rows: everything else looks at what is returned here. */

export type SimulatedStore = RunStore & DispatchQueue

export interface SeenRun {
  readonly row: RunRow
  readonly visits: readonly SeenVisit[]
  /** Those that were written since it was last looked at. */
  readonly events: readonly EventRow[]
}

export interface SeenVisit {
  readonly row: VisitRow
  readonly dispatches: readonly DispatchRow[]
  readonly results: readonly ResultRow[]
  readonly questions: readonly QuestionRow[]
}

/** A tree of runs as it is committed. What cannot change any more is read once, unless `anew`. */
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

async function seenRun(store: SimulatedStore, row: RunRow, before: SeenRun | undefined): Promise<SeenRun> {
  const visits: SeenVisit[] = []
  for (const visit of await store.visits(row.id)) {
    const already = before?.visits.find((one) => one.row.number === visit.number)
    visits.push(already?.row.left === undefined ? await seenVisit(store, row.id, visit) : already)
  }
  return { row, visits, events: await store.events(row.id, before?.row.events ?? 0) }
}

async function seenVisit(store: SimulatedStore, run: string, row: VisitRow): Promise<SeenVisit> {
  const { step, round } = row
  return {
    row,
    dispatches: await store.dispatches(run, step, round),
    results: await store.results(run, step, round),
    questions: await store.questions({ run, step, round }),
  }
}

/** What an agent may be asked: open or leased, by key. Leases change without a commit, so these rows are read each time. */
export async function unansweredIn(
  store: SimulatedStore,
  runs: readonly SeenRun[],
): Promise<ReadonlyMap<string, DispatchRow>> {
  const found = new Map<string, DispatchRow>()
  for (const { row, visits } of runs) {
    const asked = visits.at(-1)?.dispatches ?? []
    if (row.status !== "running" || asked.every(({ ask }) => ask.kind === "run")) continue
    for (const dispatch of await store.dispatches(row.id, row.step, row.round))
      if (dispatch.ask.kind !== "run" && (dispatch.status === "open" || dispatch.status === "leased"))
        found.set(keyText(dispatch), dispatch)
  }
  return found
}

export function dispatchOf(store: SimulatedStore, key: ItemKey): Promise<DispatchRow | undefined> {
  return store.dispatch(key)
}

export async function hasVisit(
  store: SimulatedStore,
  run: string,
  at: Pick<VisitRow, "step" | "round">,
): Promise<boolean> {
  return (await store.visit(run, at.step, at.round)) !== undefined
}

export function runOf(store: SimulatedStore, id: string): Promise<RunRow | undefined> {
  return store.run(id)
}

export function runningIn(store: SimulatedStore, root: string): Promise<readonly RunRow[]> {
  return store.runs({ root, status: "running" })
}

export function openQuestions(store: SimulatedStore, run: RunRow): Promise<readonly QuestionRow[]> {
  const { id, step, round } = run
  return store.questions({ run: id, step, round, open: true })
}

export function keyText({ run, step, round, item }: ItemKey): string {
  return `${run} ${step}/${round}/${item}`
}

export type { Claimed, DispatchRow, ItemKey, RunRow }
