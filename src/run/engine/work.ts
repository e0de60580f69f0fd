import type {
  ItemKey,
  NewResult,
  ResultRow,
  RunChange,
  RunCommit,
  RunRow,
  ValueRow,
  ValueSource,
  VisitRow,
} from "../../ports/run-store.ts"
import { sha256 } from "../../skill/sha256.ts"
import { canonicalJson } from "../../workflow/hash-workflow.ts"
import { END } from "../../workflow/outcome.ts"
import type { ItemAnswer, Workflow } from "../../workflow/workflow.ts"
import { ALL_ITEMS } from "../decide/event.ts"
import { type Decided, progressOf, type Told } from "../decide/decision.ts"
import { type Engine, findRun } from "./engine.ts"
import { asValue } from "../decide/scope.ts"

/** Everything one commit will hold, over all the runs it touches. Reading sees what was decided and is not committed yet. */
export interface Work {
  readonly engine: Engine
  /** One commit, one time. */
  readonly at: number
  readonly runs: Map<string, RunWork>
}

export interface RunWork {
  readonly workflow: Workflow
  /** What it was read with; -1 for one that begins. */
  readonly seq: number
  readonly changes: RunChange[]
  /** What it brings along, where it begins with this commit. */
  readonly definitions: readonly Workflow[]
  row: RunRow
  visit: VisitRow | undefined
  readonly pending: {
    readonly values: Map<string, ValueRow>
    readonly results: NewResult[]
    readonly visits: Map<string, VisitRow>
  }
}

export async function loadRun(work: Work, id: string): Promise<RunWork> {
  const already = work.runs.get(id)
  if (already !== undefined) return already
  const row = await findRun(work.engine, id)
  const [workflow, visit] = await Promise.all([
    work.engine.definitions.find(row.definition),
    row.round === 0 || row.step === END ? undefined : work.engine.store.visit(id, row.step, row.round),
  ])
  return addRun(work, { row, workflow, visit, seq: row.seq })
}

export function addRun(
  work: Work,
  run: {
    readonly row: RunRow
    readonly workflow: Workflow
    readonly visit?: VisitRow | undefined
    readonly seq: number
    readonly definitions?: readonly Workflow[]
  },
): RunWork {
  const made: RunWork = {
    definitions: [],
    ...run,
    visit: run.visit,
    changes: [],
    pending: { values: new Map(), results: [], visits: new Map() },
  }
  work.runs.set(run.row.id, made)
  return made
}

/** Takes a decision in: from now on reading sees it. */
export function absorb({ at }: Work, run: RunWork, decided: Decided): void {
  const { events, chain } = sealEvents(run.row, decided.events, at)
  run.row = { ...withoutEnd(run.row), ...decided.run, events: run.row.events + events.length, chain }
  run.visit = decided.visit
  for (const change of decided.changes) {
    const whole = addressed(change, run.row)
    run.changes.push(whole)
    if (whole.kind === "value") run.pending.values.set(whole.value.name, whole.value)
    if (whole.kind === "result") run.pending.results.push(whole.result)
    if (whole.kind === "enter") run.pending.visits.set(whole.visit.step, whole.visit)
    if (whole.kind === "visit") {
      const entered = run.pending.visits.get(whole.step)
      if (entered?.round === whole.round) run.pending.visits.set(whole.step, { ...entered, ...whole.set })
    }
  }
  run.changes.push(...events.map((event): RunChange => ({ kind: "event", event })))
}

function withoutEnd(row: RunRow): RunRow {
  const { outcome: _outcome, because: _because, ...rest } = row
  return rest
}

/** Deciding does not know whose run it is; the rows do. */
function addressed(change: RunChange, { id, root }: RunRow): RunChange {
  if (change.kind === "result") return { ...change, result: { ...change.result, run: id } }
  if (change.kind === "question") return { ...change, question: { ...change.question, run: id, root } }
  return change
}

/** Each event's hash covers the one before it, so that none can be changed or taken out unnoticed. */
export function sealEvents(run: Pick<RunRow, "events" | "chain">, told: readonly Told[], at: number) {
  let chain = run.chain
  const events = told.map(({ kind, data }, index) => {
    const seq = run.events + index + 1
    const json = JSON.stringify(data)
    chain = eventHash(chain, { seq, at, kind, data: json })
    return { seq, at, kind, data: json, hash: chain }
  })
  return { events, chain }
}

export function eventHash(before: string, event: { seq: number; at: number; kind: string; data: string }): string {
  return sha256(canonicalJson([before, event.seq, event.at, event.kind, event.data]))
}

export function commitsOf(work: Work): readonly RunCommit[] {
  return [...work.runs.values()].flatMap(({ row, seq, changes }) =>
    changes.length === 0 ? [] : [{ run: row.id, seq, changes: [...changes, { kind: "run", set: progressOf(row) }] }],
  )
}

export async function latestVisit(work: Work, run: RunWork, step: string): Promise<VisitRow | undefined> {
  if (run.visit?.step === step) return run.visit
  const pending = run.pending.visits.get(step)
  if (pending !== undefined) return pending
  return run.seq === -1 ? undefined : work.engine.store.visit(run.row.id, step)
}

export async function valueRows(work: Work, run: RunWork, names: readonly string[]): Promise<readonly ValueRow[]> {
  const pending = names.flatMap((name) => run.pending.values.get(name) ?? [])
  const others = names.filter((name) => !run.pending.values.has(name))
  if (others.length === 0 || run.seq === -1) return pending
  return [...pending, ...(await work.engine.store.values(run.row.id, others))]
}

/** What a value says: text, JSON, or the answers of a fan-out. */
export async function readValue(work: Work, run: RunWork, source: ValueSource): Promise<unknown> {
  if (source.item === ALL_ITEMS) return readAnswers(work, run, source)
  const text = await readText(work, run, { run: run.row.id, ...source })
  return text === undefined ? undefined : asValue(text)
}

async function readAnswers(work: Work, run: RunWork, source: ValueSource): Promise<readonly ItemAnswer[]> {
  const results = await allResults(work, run, source)
  return Promise.all(
    results.map(async ({ item, agent, outcome, ...key }) => {
      const text = (await readText(work, run, { ...key, item })) ?? ""
      return { item, agent, outcome, text }
    }),
  )
}

export async function allResults(
  work: Work,
  run: RunWork,
  visit: Pick<VisitRow, "step" | "round">,
): Promise<readonly ResultRow[]> {
  const { step, round } = visit
  const pending = run.pending.results.filter((result) => result.step === step && result.round === round)
  const stored = run.seq === -1 ? [] : await work.engine.store.results(run.row.id, step, round)
  return [...stored, ...pending].sort((a, b) => (a.item < b.item ? -1 : 1))
}

export async function readText(work: Work, run: RunWork, key: ItemKey): Promise<string | undefined> {
  const pending = run.pending.results.find(
    (result) => result.step === key.step && result.round === key.round && result.item === key.item,
  )
  if (pending !== undefined) return pending.text
  const { step, round, item } = key
  return run.seq === -1 ? undefined : work.engine.store.text({ run: key.run, step, round, item })
}
