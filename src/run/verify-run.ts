import { type GateAnswer, type GateAsk, isGateAsk } from "./model.ts"
import { sha256 } from "../text/sha256.ts"
import { type GateStep, findStep } from "../workflow/workflow.ts"
import { digestResults } from "./advance/decide/take-answer.ts"
import { listFetched, readGateAnswers } from "./advance/decide/gate/commands.ts"
import type { Examined } from "./advance/decide/gate/evidence.ts"
import {
  ALL_ITEMS,
  type Run,
  type ValueSource,
  type ItemRef,
  type Dispatch,
  listResults,
  isSameItem,
  listDispatches,
} from "./model.ts"
import type { CommitRecord } from "./store.ts"
import { examineAll, FIRST_LOOP } from "./advance/decide/gate/judge-gate.ts"
import { findBrokenChain, listEvents } from "./history.ts"
import { type PastVisit, replayVisits } from "./history/replay-visits.ts"
import type { Engine } from "./engine.ts"
import { replayRun } from "./history/replay-run.ts"
import { loadPending, openReading, readItemText, readValues, type PendingRun } from "./advance/pending-commit.ts"
import type { ItemKey } from "../agents/agent-driver.ts"
import type { RunHistory } from "./store.ts"

/** Whether the records of a run are still intact. */
export interface Verification {
  readonly run: string
  readonly holds: boolean
  readonly gates: readonly VerifiedGate[]
  /** Whether no event was changed, inserted or removed. */
  readonly history: { readonly holds: boolean; readonly events: number; readonly because?: string }
  /** Whether replaying the events gives the same transitions. */
  readonly replay: Held
  /** Whether every answer is the one that was reported. */
  readonly answers: Held
  /** Whether what may be claimed is in the queue, and nothing else. */
  readonly queue: Held
  /** Whether the columns used to find the run and its items agree with their contents. */
  readonly listing: Held
}

interface Held {
  readonly holds: boolean
  readonly because?: string | undefined
}

export interface VerifiedGate {
  readonly step: string
  readonly round: number
  readonly holds: boolean
  readonly because: string
  /** A person passed the gate, with this reason. */
  readonly overridden?: string
  readonly evidence: readonly Examined[]
  /** How many commands and inspections its evidence has, and how many of them were done again for this. */
  readonly checks: { readonly recorded: number; readonly again: number }
}

export interface VerifyOptions {
  /** Runs a command or an inspection again; if absent, the recorded result is used. */
  readonly again?: (ask: GateAsk) => Promise<GateAnswer>
}

/**
 * Checks the history, the answers and the queue of a run, and the evidence of every gate it passed, as they are stored
 * now.
 */
export async function verifyRun(engine: Engine, id: string, how: VerifyOptions = {}): Promise<Verification> {
  const reading = await loadPending(openReading(engine), id)
  const { run, workflow } = reading
  const all = await engine.store.records(id)
  const records = all.slice(0, run.seq)
  const broken = findBrokenChain(run, records) ?? (await tooMany(engine, run, all.length))
  if (broken !== undefined) return unproven(id, broken)
  const overridden = overrides(records)
  const gates: VerifiedGate[] = []
  for (const visit of replayVisits(records, run.visit)) {
    const step = findStep(workflow, visit.step)
    if (step?.kind === "gate" && (visit.outcome === "ok" || overridden.has(`${visit.step}/${visit.round}`)))
      gates.push(await verifyGate({ reading, visit, step, how, overridden }))
  }
  const history = { holds: true, events: listEvents(records).length }
  const replay = replayRun(workflow, run, records)
  const answers = await verifyAnswers(reading, records)
  const queue = await verifyQueue(engine.store, reading)
  const listing = held(await engine.store.mismatch(id))
  const holds = [history, replay, answers, queue, listing, ...gates].every((one) => one.holds)
  return { run: id, gates, history, replay, answers, queue, listing, holds }
}

function held(because: string | undefined): Held {
  return because === undefined ? { holds: true } : { holds: false, because }
}

interface Verifying {
  readonly reading: PendingRun
  readonly visit: PastVisit
  readonly step: GateStep
  readonly how: VerifyOptions
  readonly overridden: ReadonlyMap<string, string>
}

async function verifyGate(at: Verifying): Promise<VerifiedGate> {
  const { reading, visit, step } = at
  const place = { step: step.id, round: visit.round }
  const reason = at.overridden.get(`${step.id}/${visit.round}`)
  const damaged = await damagedInput(reading, visit)
  if (damaged !== undefined) return { ...place, holds: false, because: damaged, evidence: [], checks: NO_CHECKS }
  const texts = await readValues(reading, visit.inputs)
  const { answers, checks } = await answersSeen(at)
  const evidence = examineAll(step, visit.loop ?? { gate: step.id, ...FIRST_LOOP }, { texts, answers })
  const because = evidence.map((one) => one.because).join("; ")
  if (reason !== undefined) return { ...place, holds: true, because, overridden: reason, evidence, checks }
  return { ...place, holds: evidence.every(({ holds }) => holds), because, evidence, checks }
}

const NO_CHECKS = { recorded: 0, again: 0 }

/** The evidence of a gate is stored with its digest: if the digest differs now, the evidence was changed. */
async function damagedInput(reading: PendingRun, { inputs }: PastVisit): Promise<string | undefined> {
  for (const [name, source] of Object.entries(inputs)) {
    const isWhole = source.item === ALL_ITEMS ? areKept(reading, source) : isKept(reading, source)
    if (!(await isWhole)) return `the stored text of ${name} was changed`
  }
  return undefined
}

async function isKept(reading: PendingRun, source: ValueSource): Promise<boolean> {
  if (source.digest.startsWith("unseen:")) return true
  const text = await readItemText(reading, source)
  return text !== undefined && sha256(text) === source.digest
}

async function areKept(reading: PendingRun, { step, round, digest }: ValueSource): Promise<boolean> {
  const results = listResults(await reading.items.all(step, round))
  if (digest !== digestResults(results)) return false
  for (const { body, ...ref } of results)
    if (body !== undefined && !(await isKept(reading, { ...ref, digest: body.digest }))) return false
  return true
}

interface SeenAnswers extends Pick<VerifiedGate, "checks"> {
  readonly answers: Readonly<Record<string, GateAnswer>>
}

async function answersSeen({ reading, step, visit, how }: Verifying): Promise<SeenAnswers> {
  const said: Record<string, string> = {}
  let [recorded, repeated] = [0, 0]
  for (const { item } of listFetched(step)) {
    const ref = { step: step.id, round: visit.round, item }
    const ask = (await reading.items.one(ref))?.dispatch?.ask
    const again = ask !== undefined && isGateAsk(ask) ? await how.again?.(ask) : undefined
    if (ask !== undefined) recorded += 1
    if (again?.kind === "ran" || again?.kind === "inspected") repeated += 1
    const seen = again === undefined ? await readItemText(reading, ref) : JSON.stringify(again)
    if (seen !== undefined) said[ref.item] = seen
  }
  return { answers: readGateAnswers(step, said), checks: { recorded, again: repeated } }
}

/** Gates that a person passed or whose issues were accepted, with the reason. */
function overrides(records: readonly CommitRecord[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { kind, data } of listEvents(records)) {
    if (kind === "override")
      found.set(`${String(data["gate"])}/${String(data["round"])}`, `${String(data["by"])}: ${String(data["reason"])}`)
    if (kind === "risks-accepted")
      found.set(`${String(data["step"])}/${String(data["round"])}`, `${String(data["by"])} accepted the open issues`)
  }
  return found
}

/** A run may have continued since it was read; records that no commit made are an error. */
async function tooMany(engine: Engine, { id, seq }: Run, records: number): Promise<string | undefined> {
  if (records <= seq) return undefined
  const now = (await engine.store.load({ run: id }))?.run.seq ?? 0
  return records > now ? `it has ${records} records for ${now} commits` : undefined
}

/** If the history is not intact, nothing derived from it can be trusted. */
function unproven(run: string, because: string): Verification {
  const none = { holds: false, because: "the history is not intact" }
  return {
    run,
    gates: [],
    history: { holds: false, events: 0, because },
    replay: none,
    answers: none,
    queue: none,
    listing: none,
    holds: false,
  }
}

/** What the history records about an answer. */
interface Reported extends ItemRef {
  readonly outcome: string
  readonly digest: string | null
}

/** Whether every reported answer is stored unchanged: its outcome, and its text by digest. */
export async function verifyAnswers(
  reading: PendingRun,
  records: readonly CommitRecord[],
): Promise<{ readonly holds: boolean; readonly because?: string }> {
  const reported = listEvents(records).flatMap(({ kind, data }) =>
    kind === "reported" ? [data as unknown as Reported] : [],
  )
  for (const told of reported) {
    const item = await reading.items.one(told)
    const name = `the answer to ${told.step}, round ${told.round}${told.item === "-" ? "" : `, ${told.item}`},`
    if (item?.result === undefined) return { holds: false, because: `${name} is missing` }
    if (!isSameItem(item.result, told) || item.result.outcome !== told.outcome || !(await isSameText(reading, told)))
      return { holds: false, because: `${name} is not what was reported` }
  }
  return { holds: true }
}

async function isSameText(reading: PendingRun, { digest, ...ref }: Reported): Promise<boolean> {
  const text = await readItemText(reading, ref)
  return digest === null ? text === undefined : text !== undefined && sha256(text) === digest
}

/** Whether what may be claimed of a run is in the queue, and nothing else of it is. */
export async function verifyQueue(
  store: Pick<RunHistory, "queued">,
  { run, items }: PendingRun,
): Promise<{ readonly holds: boolean; readonly because?: string }> {
  const { visit } = run
  const asked = visit === undefined ? [] : listDispatches(await items.all(visit.step, visit.round))
  const wanted = run.status === "running" ? asked.filter(isClaimable).map(keyText) : []
  const queued = (await store.queued(run.root)).filter((key) => key.run === run.id).map(keyText)
  const missing = wanted.find((key) => !queued.includes(key))
  if (missing !== undefined) return { holds: false, because: `${missing} is open but not in the queue` }
  const extra = queued.find((key) => !wanted.includes(key))
  return extra === undefined ? { holds: true } : { holds: false, because: `${extra} is in the queue but not open` }
}

/** Only what may be claimed, or is, is in the queue. What a child run answers is never claimed. */
export function isClaimable({ status, ask }: Pick<Dispatch, "status" | "ask">): boolean {
  return (status === "open" || status === "leased") && ask.kind !== "run"
}

function keyText({ run, step, round, item }: ItemKey): string {
  return [run, step, round, item].join("/")
}
