import {
  isSameItem,
  ALL_ITEMS,
  type HistoryEvent,
  type ItemRef,
  type Run,
  type RunStart,
  assembleRun,
  type ValueSource,
} from "../model.ts"
import { SkilletError } from "../../problem/failure.ts"
import { hashWorkflow, serialiseWorkflow } from "../../workflow/hash-workflow.ts"
import type { ItemAnswer, Workflow } from "../../workflow/workflow.ts"
import { type Decided, extractHead } from "./decide/decision.ts"
import { sealRecord } from "../history.ts"
import { parseAnswerValue, digestResults } from "./decide/take-answer.ts"
import { type Commit, type Loaded, resolveWanted, type RunCommit, type Wanted } from "../store.ts"
import { type Engine, noSuchRunError } from "../engine.ts"
import { type PendingItems, openNewItems, type StoredFrom, openStoredItems } from "./pending-items.ts"

/** The content of one commit, over all runs it touches. Reads see what was decided and is not committed yet. */
export interface PendingCommit {
  readonly engine: Engine
  /** One commit, one time. */
  at: number
  /** While a decision is made, everything read must be from the same moment. */
  isDeciding: boolean
  readonly runs: Map<string, PendingRun>
}

export interface PendingRun {
  readonly workflow: Workflow
  run: Run
  /** Of a run that begins with this commit. */
  readonly start?: RunStart | undefined
  /** What it includes, if it begins with this commit. */
  readonly definitions: readonly Workflow[]
  readonly items: PendingItems
  readonly events: HistoryEvent[]
}

export function openCommit(engine: Engine, at: number): PendingCommit {
  return { engine, at, isDeciding: true, runs: new Map() }
}

/** To read runs without changing them. */
export function openReading(engine: Engine): PendingCommit {
  return { engine, at: 0, isDeciding: false, runs: new Map() }
}

/** What was read or committed before, for the next commit. */
export function reopenCommit(work: PendingCommit, at: number): PendingCommit {
  work.at = at
  work.isDeciding = true
  return work
}

/** What is needed of the run too, if that is known before it is read. */
export async function loadPending(work: PendingCommit, id: string, also?: Omit<Wanted, "run">): Promise<PendingRun> {
  const found = await findPendingRun(work, id, also)
  if (found === undefined) throw noSuchRunError(id)
  return found
}

/** The run, if there is one. */
export async function findPendingRun(
  work: PendingCommit,
  id: string,
  also: Omit<Wanted, "run"> = {},
): Promise<PendingRun | undefined> {
  const already = work.runs.get(id)
  if (already !== undefined) return already
  const loaded = await work.engine.store.load({ run: id, ...also })
  return loaded === undefined ? undefined : addLoaded(work, loaded, also)
}

/** To read more than one item of a run and its head. The only item of a visit is all that there is to read of it. */
export async function resumeReading(engine: Engine, loaded: Loaded, ref: ItemRef): Promise<PendingCommit> {
  const { visit } = loaded.run
  const { step, round, item } = ref
  const isAlone = visit?.step === step && visit.round === round && visit.total === 1
  const work = openReading(engine)
  await addLoaded(work, loaded, { items: isAlone ? { step, round } : { step, round, item } })
  return work
}

async function addLoaded(work: PendingCommit, loaded: Loaded, also: Omit<Wanted, "run">): Promise<PendingRun> {
  const { run } = loaded
  const workflow = await work.engine.definitions.find(run.definition)
  const read = resolveWanted(run, { run: run.id, ...also })
  const items = openStoredItems(run, openStored(work), { ...read, loaded })
  const made: PendingRun = { workflow, run, definitions: [], items, events: [] }
  work.runs.set(run.id, made)
  return made
}

function openStored(work: PendingCommit): StoredFrom {
  return { store: work.engine.store, isStill: () => work.isDeciding }
}

export function addNewRun(
  work: PendingCommit,
  given: {
    readonly run: Run
    readonly start: RunStart
    readonly workflow: Workflow
    readonly definitions: readonly Workflow[]
  },
): PendingRun {
  const made: PendingRun = { ...given, items: openNewItems(given.run), events: [] }
  work.runs.set(given.run.id, made)
  return made
}

/** Adds a decision; later reads see it. */
export function absorb(run: PendingRun, decided: Decided): void {
  run.run = assembleRun(run.run, decided.head, run.run.seq)
  for (const change of decided.changes) run.items.apply(change)
  run.events.push(...decided.events)
}

export function buildCommit(work: PendingCommit): Commit {
  const touched = [...work.runs.values()].filter(({ events, items }) => events.length > 0 || items.changes.length > 0)
  const definitions = touched.flatMap((one) => one.definitions)
  return {
    runs: touched.map((one) => runCommit(one, work.at)),
    definitions: definitions.map((one) => ({ hash: hashWorkflow(one), json: serialiseWorkflow(one) })),
  }
}

/** The runs as a commit left them, without reading them again. */
export function keepCommitted(work: PendingCommit, { runs }: Commit): void {
  for (const { run: id, head, seq } of runs) {
    const pending = work.runs.get(id)
    if (pending === undefined) continue
    const run = assembleRun(pending.run, head, seq + 1)
    const items = pending.items.committed(run, openStored(work))
    work.runs.set(id, { workflow: pending.workflow, run, definitions: [], items, events: [] })
  }
}

function runCommit({ run, start, items, events }: PendingRun, at: number): RunCommit {
  const head = extractHead(run)
  const record = sealRecord(run, events, at)
  return {
    run: run.id,
    seq: run.seq,
    start,
    head: { ...head, events: run.events + events.length, chain: record.hash },
    record,
    changes: items.changes,
  }
}

/** The content of values, by name: text, JSON, or the answers of a fan-out. */
export async function readValues(
  run: PendingRun,
  sources: Readonly<Record<string, ValueSource>>,
): Promise<Readonly<Record<string, unknown>>> {
  const named = Object.entries(sources)
  if (named.length === 0) return {}
  const said = await run.items.texts(named.map(([, source]) => source))
  return Object.fromEntries(
    named.map(([name, source]) => [
      name,
      source.item === ALL_ITEMS ? readItemAnswers(said, source) : readValue(said, source),
    ]),
  )
}

type Said = Awaited<ReturnType<PendingItems["texts"]>>

function readValue(said: Said, source: ItemRef): unknown {
  const text = said.find((one) => isSameItem(one, source))?.text
  return text === undefined ? undefined : parseAnswerValue(text)
}

function readItemAnswers(said: Said, { step, round, digest }: ValueSource): readonly ItemAnswer[] {
  const answers = said.filter((one) => one.step === step && one.round === round)
  if (digestResults(answers) !== digest) throw lostAnswers(step, round)
  return answers
    .map(({ item, agent, outcome, text = "" }) => ({ item, agent, outcome, text }))
    .sort((a, b) => (a.item < b.item ? -1 : 1))
}

function lostAnswers(step: string, round: number): SkilletError {
  return new SkilletError(
    "store.damaged",
    `the stored answers to ${step}, round ${round}, are not the ones that were given`,
    {
      retry: "no",
      next: "skillet run verify shows what is still intact",
    },
  )
}

export async function readItemText(run: PendingRun, ref: ItemRef): Promise<string | undefined> {
  return (await run.items.texts([ref])).find((one) => isSameItem(one, ref))?.text
}
