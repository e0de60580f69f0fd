import type {
  DispatchRow,
  EventRow,
  ItemKey,
  NewDispatch,
  NewResult,
  NewRun,
  QuestionRow,
  ResultRow,
  RunChange,
  RunProgress,
  ValueRow,
  VisitProgress,
  VisitRow,
} from "../ports/run-store.ts"
import { type MemoryTable, memoryTable } from "./memory-table.ts"

/** Runs and definitions are in one group; what belongs to a run is in groups of it, see the functions that name them. */
export interface MemoryRows {
  readonly definitions: MemoryTable<string>
  readonly runs: MemoryTable<{ readonly made: NewRun; readonly progress?: RunProgress; readonly seq: number }>
  /** By run. */
  readonly visits: MemoryTable<VisitRow>
  /** By run: the latest round of a step. */
  readonly latest: MemoryTable<number>
  readonly values: MemoryTable<ValueRow>
  readonly questions: MemoryTable<QuestionRow>
  readonly events: MemoryTable<EventRow>
  /** By visit. */
  readonly results: MemoryTable<ResultRow>
  readonly texts: MemoryTable<string>
  readonly dispatches: MemoryTable<DispatchRow>
  /** In one group, in the order the dispatches were made. */
  readonly leases: MemoryTable<MemoryLease>
}

export interface MemoryLease {
  readonly key: ItemKey
  /** Nobody else may claim it before. */
  readonly until: number
  /** Who works on it, and how long that is good for without a word. */
  readonly held?: { readonly worker: string; readonly milliseconds: number }
}

export function memoryRows(): MemoryRows {
  return {
    definitions: memoryTable(),
    runs: memoryTable(),
    visits: memoryTable(),
    latest: memoryTable(),
    values: memoryTable(),
    questions: memoryTable(),
    events: memoryTable(),
    results: memoryTable(),
    texts: memoryTable(),
    dispatches: memoryTable(),
    leases: memoryTable(),
  }
}

/** What happens here happens in one go, without awaiting: nobody sees a part of it. */
export function allOrNothing<Result>(
  rows: MemoryRows,
  act: () => { readonly result: Result; readonly keep: boolean },
): Result {
  const tables = Object.values(rows)
  try {
    const { result, keep } = act()
    if (keep) for (const table of tables) table.keep()
    return result
  } finally {
    for (const table of tables) table.takeBack()
  }
}

/** A group or an id of several parts. */
export function joined(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts)
}

export function visitOf({ run, step, round }: Omit<ItemKey, "item">): string {
  return joined(run, step, round)
}

export function leaseOf({ run, step, round, item }: ItemKey): string {
  return joined(run, step, round, item)
}

/** The key of a lease that does not hold, where that is what hinders. */
export function applyChange(rows: MemoryRows, run: string, change: RunChange): ItemKey | undefined {
  switch (change.kind) {
    case "definition":
      if (rows.definitions.get("", change.hash) === undefined) rows.definitions.put("", change.hash, change.json)
      return
    case "create":
      return create(rows, run, change.run)
    case "run":
      return rows.runs.put("", run, { ...existing(rows.runs.get("", run), run), progress: change.set })
    case "enter":
      return enter(rows, run, change.visit)
    case "visit": {
      const id = joined(change.step, change.round)
      const visit = existing(rows.visits.get(run, id), id)
      return rows.visits.put(run, id, progressed(visit, change.set))
    }
    case "value":
      return rows.values.put(run, change.value.name, change.value)
    case "result":
      return answer(rows, run, change.result)
    case "dispatch":
      return dispatch(rows, run, change.dispatch)
    case "settle":
      return settle(rows, ofRun(run, change.key), change)
    case "dispatches":
      return settleVisit(rows, { ...change, run }, change.as)
    case "question": {
      const { step, round, id } = ofRun(run, change.question)
      absent(rows.questions.get(run, joined(step, round, id)), id)
      return rows.questions.put(run, joined(step, round, id), change.question)
    }
    case "answer": {
      const id = joined(change.step, change.round, change.id)
      const question = existing(rows.questions.get(run, id), id)
      if (!isWaiting(question)) throw new Error(`question ${id} waits for no answer`)
      return rows.questions.put(run, id, { ...question, answer: change.answer })
    }
    case "withdraw-questions":
      for (const question of rows.questions.of(run).filter(isWaiting))
        rows.questions.put(run, joined(question.step, question.round, question.id), { ...question, withdrawn: true })
      return
    case "event":
      absent(rows.events.get(run, String(change.event.seq)), `event ${change.event.seq}`)
      return rows.events.put(run, String(change.event.seq), change.event)
  }
}

export function isWaiting(question: QuestionRow): boolean {
  return question.answer === undefined && question.withdrawn !== true
}

function create(rows: MemoryRows, run: string, made: NewRun): undefined {
  if (made.id !== run) throw new Error(`run ${made.id} is not ${run}`)
  absent(rows.runs.get("", run), run)
  rows.runs.put("", run, { made, seq: -1 })
}

function enter(rows: MemoryRows, run: string, visit: VisitRow): undefined {
  const id = joined(visit.step, visit.round)
  absent(rows.visits.get(run, id), id)
  rows.visits.put(run, id, visit)
  rows.latest.put(run, visit.step, Math.max(visit.round, rows.latest.get(run, visit.step) ?? visit.round))
}

function progressed(visit: VisitRow, set: VisitProgress): VisitRow {
  const { step, round, number, entered, inputs, digest, total, via } = visit
  const known = { step, round, number, entered, inputs, digest, total }
  return { ...known, ...(via === undefined ? {} : { via }), ...set }
}

function answer(rows: MemoryRows, run: string, result: NewResult): undefined {
  const { text, ...row } = ofRun(run, result)
  absent(rows.results.get(visitOf(row), row.item), `the result of ${row.item}`)
  rows.results.put(visitOf(row), row.item, row)
  if (text !== undefined) rows.texts.put(visitOf(row), row.item, asUtf8(text))
}

/** Half of a surrogate pair cannot be written as UTF-8; it becomes U+FFFD, as in every file. */
function asUtf8(text: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text))
}

function dispatch(rows: MemoryRows, run: string, made: NewDispatch): undefined {
  const { item } = ofRun(run, made)
  absent(rows.dispatches.get(visitOf(made), item), `the dispatch of ${item}`)
  rows.dispatches.put(visitOf(made), item, { ...made, epoch: 0, tried: 0 })
  const key = { run, step: made.step, round: made.round, item }
  rows.leases.put("", leaseOf(key), { key, until: Number.NEGATIVE_INFINITY })
}

function settle(
  rows: MemoryRows,
  key: ItemKey,
  { as, epoch }: { readonly as: "answered" | "cancelled"; readonly epoch?: number },
): ItemKey | undefined {
  const found = existing(rows.dispatches.get(visitOf(key), key.item), key.item)
  const isSettled = found.status === "answered" || found.status === "cancelled"
  if (isSettled || (epoch !== undefined && !(found.status === "leased" && found.epoch === epoch))) return key
  rows.dispatches.put(visitOf(key), key.item, { ...found, status: as })
}

function settleVisit(rows: MemoryRows, visit: Omit<ItemKey, "item">, as: "open" | "held" | "cancelled"): undefined {
  const meant = { open: ["held"], held: ["open"], cancelled: ["open", "held", "leased"] }[as]
  for (const found of rows.dispatches.of(visitOf(visit)))
    if (meant.includes(found.status)) rows.dispatches.put(visitOf(visit), found.item, { ...found, status: as })
}

function ofRun<Row extends { readonly run: string }>(run: string, row: Row): Row {
  if (row.run !== run) throw new Error(`a row of run ${row.run} is in the commit of ${run}`)
  return row
}

function existing<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new Error(`there is no ${what}`)
  return row
}

function absent(row: unknown, what: string): void {
  if (row !== undefined) throw new Error(`${what} is there already`)
}
