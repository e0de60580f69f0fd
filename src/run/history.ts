import { packEvents, readEvents } from "./history/record-events.ts"
import type { FileProblem } from "../problem/problem.ts"
import { runProblem } from "./problems.ts"
import type { ItemKey } from "../agents/agent-driver.ts"
import type { Dispatch, HistoryEvent, AskedQuestion, Result, Run, RunStatus, ValueSource } from "./model.ts"
import type { CommitRecord } from "./store.ts"
import { type PastVisit, replayVisits } from "./history/replay-visits.ts"
import type { RunStore, Wanted } from "./store.ts"
import { SkilletError } from "../problem/failure.ts"
import { sha256 } from "../text/sha256.ts"

/** What happened in runs, for people: derived from heads, items and records. */
export interface History {
  run(id: string): Promise<Run | undefined>
  /** In the order they were entered. */
  visits(run: string): Promise<readonly PastVisit[]>
  /** Of the given round, or of the latest. */
  visit(run: string, step: string, round?: number): Promise<PastVisit | undefined>
  values(run: string, names: readonly string[]): Promise<readonly (ValueSource & { readonly name: string })[]>
  result(key: ItemKey): Promise<Result | undefined>
  /** Every answer of one visit, by item. */
  results(run: string, step: string, round: number): Promise<readonly Result[]>
  text(key: ItemKey): Promise<string | undefined>
  dispatch(key: ItemKey): Promise<Dispatch | undefined>
  /** Of one visit, in the order they were made. */
  dispatches(run: string, step: string, round: number): Promise<readonly Dispatch[]>
  /** Open questions, most urgent first, then oldest. */
  questions(filter?: QuestionFilter): Promise<readonly OpenQuestion[]>
  events(run: string, after?: number, most?: number): Promise<readonly PastEvent[]>
}

export interface QuestionFilter {
  readonly run?: string | undefined
  readonly project?: string | undefined
  readonly status?: RunStatus | undefined
}

export interface OpenQuestion extends AskedQuestion {
  readonly run: string
  readonly root: string
}

export interface PastEvent extends HistoryEvent {
  /** Its position among the run's events, from 1. */
  readonly seq: number
  readonly at: number
  /** The commit it was part of. */
  readonly commit: number
}

export function openHistory(store: RunStore): History {
  const items = async (run: string, wanted: Wanted["items"]) => (await store.load({ run, items: wanted }))?.items ?? []
  const visits = async (run: string) => {
    const now = (await store.load({ run }))?.run
    return now === undefined ? [] : replayVisits(await loadRecords(store, now), now.visit)
  }
  return {
    run: async (id) => (await store.load({ run: id }))?.run,
    visits,
    async visit(run, step, round) {
      const of = (await visits(run)).filter((one) => one.step === step)
      return round === undefined ? of.at(-1) : of.find((one) => one.round === round)
    },
    async values(run, names) {
      const { values = {} } = (await store.load({ run }))?.run ?? {}
      return names.flatMap((name) => (values[name] === undefined ? [] : [{ name, ...values[name] }]))
    },
    result: async ({ run, ...ref }) => (await items(run, ref))[0]?.result,
    results: async (run, step, round) =>
      (await items(run, { step, round }))
        .flatMap(({ result }) => (result === undefined ? [] : [result]))
        .sort((a, b) => (a.item < b.item ? -1 : 1)),
    text: async ({ run, ...ref }) => (await store.load({ run, texts: [ref] }))?.texts[0]?.text,
    dispatch: async ({ run, ...ref }) => (await items(run, ref))[0]?.dispatch,
    dispatches: async (run, step, round) =>
      (await items(run, { step, round })).flatMap(({ dispatch }) => (dispatch === undefined ? [] : [dispatch])),
    questions: async (filter = {}) => listOpenQuestions(await asking(store, filter)),
    async events(run, after = 0, most) {
      const now = (await store.load({ run }))?.run
      const events = now === undefined ? [] : listEvents(await loadRecords(store, now))
      return events.filter(({ seq }) => seq > after).slice(0, most)
    },
  }
}

/** A run may continue between reading its head and its records: later records are ignored. */
export async function loadRecords(
  store: Pick<RunStore, "records">,
  run: Run,
  after: ReadUpTo = BEGINNING,
): Promise<readonly CommitRecord[]> {
  const records = await store.records(run.id, after.seq)
  return requireSoundRecords(run, records.slice(0, run.seq - after.seq), after)
}

async function asking(store: RunStore, { run, project, status }: QuestionFilter): Promise<readonly Run[]> {
  if (run === undefined) return store.runs({ project, status, asking: true })
  const loaded = await store.load({ run })
  return loaded === undefined ? [] : [loaded.run]
}

export function listOpenQuestions(runs: readonly Run[]): readonly OpenQuestion[] {
  return runs
    .flatMap(({ id, root, questions }) => questions.map((question) => ({ ...question, run: id, root })))
    .filter(({ answer }) => answer === undefined)
    .sort((a, b) => b.urgency - a.urgency || a.asked - b.asked)
}

export function listEvents(records: readonly CommitRecord[]): readonly PastEvent[] {
  const told = records.flatMap(({ seq, at, events }) =>
    readEvents(events).map((event) => ({ ...event, at, commit: seq })),
  )
  return told.map((event, index) => ({ ...event, seq: index + 1 }))
}

/** The record of the next commit of a run. */
export function sealRecord(
  { seq, chain }: Pick<Run, "seq" | "chain">,
  events: readonly HistoryEvent[],
  at: number,
): CommitRecord {
  const record = { seq: seq + 1, at, events: packEvents(events) }
  return { ...record, hash: hashRecord(chain, record) }
}

/** Each record's hash covers the previous one, so that no record can be changed or removed unnoticed. */
export function hashRecord(before: string, { seq, at, events }: Omit<CommitRecord, "hash">): string {
  return sha256(`${before}\n${seq}\n${at}\n${events}`)
}

/** Up to where the records of a run were read and found sound. */
export interface ReadUpTo {
  readonly seq: number
  readonly chain: string
}

const BEGINNING: ReadUpTo = { seq: 0, chain: "" }

/** What is wrong with the records of a run, or those after a place; undefined if they are complete and unchanged. */
export function findBrokenChain(
  run: ReadUpTo,
  records: readonly CommitRecord[],
  after: ReadUpTo = BEGINNING,
): string | undefined {
  let { chain, seq } = after
  for (const record of records) {
    chain = hashRecord(chain, record)
    seq++
    if (record.seq !== seq || record.hash !== chain) return `record ${seq} was changed after it was written`
  }
  return chain === run.chain && seq === run.seq ? undefined : `${run.seq} commits were made`
}

/** What is wrong with the history of a run, as a problem. Records of later commits are ignored. */
export function checkHistory(run: Run, records: readonly CommitRecord[]): FileProblem | undefined {
  const wrong = findBrokenChain(run, records.slice(0, run.seq))
  if (wrong === undefined) return undefined
  const message = `the history of run ${run.id} was changed: ${wrong}`
  return runProblem("run.history-changed", {}, { message, fix: `skillet run verify ${run.id} checks everything else` })
}

/** An index column of a run or an item disagrees with its content. */
export function toMismatchProblem(run: string, mismatch: string): FileProblem {
  const message = `run ${run} is stored twice with different contents: ${mismatch}`
  return runProblem("run.listed-wrongly", {}, { message, fix: `skillet run verify ${run} checks everything else` })
}

/** The records of a run, or those after a place, if they are complete and unchanged. */
export function requireSoundRecords(
  run: Run,
  records: readonly CommitRecord[],
  after: ReadUpTo = BEGINNING,
): readonly CommitRecord[] {
  const wrong = findBrokenChain(run, records, after)
  if (wrong === undefined) return records
  throw new SkilletError("run.history-changed", `the history of run ${run.id} was changed: ${wrong}`, {
    retry: "no",
    next: `skillet run verify ${run.id} shows what is still intact`,
  })
}
