import type { RunRow, ValueSource, VisitRow } from "../../ports/run-store.ts"
import { sha256 } from "../../skill/sha256.ts"
import { type GateStep, stepOf, type Workflow } from "../../workflow/workflow.ts"
import { commandAnswers, commandItem, commandsOf } from "../gate/commands.ts"
import type { CommandAnswer, Examined } from "../gate/evidence.ts"
import { examineAll, FIRST_LOOP } from "../gate/judge-gate.ts"
import { type Engine, findRun } from "./engine.ts"
import { replayRun } from "./replay-run.ts"
import { ALL_ITEMS } from "../decide/event.ts"
import { digestOfAll } from "../decide/take-answer.ts"
import { addRun, allResults, eventHash, readText, readValue, type RunWork, type Work } from "./work.ts"

/** Whether a run still proves what it says. */
export interface Verification {
  readonly run: string
  readonly holds: boolean
  readonly gates: readonly VerifiedGate[]
  /** Whether no event was changed, put in or taken out. */
  readonly history: { readonly holds: boolean; readonly events: number; readonly because?: string }
  /** Whether the same events lead the same way once more. */
  readonly replay: { readonly holds: boolean; readonly because?: string }
}

export interface VerifiedGate {
  readonly step: string
  readonly round: number
  readonly holds: boolean
  readonly because: string
  /** A person passed it, with this reason. */
  readonly overridden?: string
  readonly evidence: readonly Examined[]
}

export interface VerifyHow {
  /** Runs a command again; without it what was recorded counts. */
  readonly again?: (command: string) => Promise<CommandAnswer>
}

/** Looks at the evidence of every gate that was passed once more, as it is kept now. */
export async function verifyRun(engine: Engine, id: string, how: VerifyHow = {}): Promise<Verification> {
  const run = await findRun(engine, id)
  const workflow = await engine.definitions.find(run.definition)
  const visits = await engine.store.visits(id)
  const overridden = await overrides(engine, id)
  const gates: VerifiedGate[] = []
  for (const visit of visits) {
    const step = stepOf(workflow, visit.step)
    if (step?.kind === "gate" && (visit.outcome === "ok" || overridden.has(`${visit.step}/${visit.round}`)))
      gates.push(await verifyGate({ engine, run, workflow, visit, step, how, overridden }))
  }
  const history = await verifyHistory(engine, run)
  const replay = await replayRun(engine, run)
  return { run: id, gates, history, replay, holds: history.holds && replay.holds && gates.every(({ holds }) => holds) }
}

interface Verifying {
  readonly engine: Engine
  readonly run: RunRow
  readonly workflow: Workflow
  readonly visit: VisitRow
  readonly step: GateStep
  readonly how: VerifyHow
  readonly overridden: ReadonlyMap<string, string>
}

async function verifyGate(at: Verifying): Promise<VerifiedGate> {
  const { engine, run, workflow, visit, step } = at
  const work: Work = { engine, at: 0, runs: new Map() }
  const reading = addRun(work, { row: run, workflow, visit, seq: run.seq })
  const place = { step: step.id, round: visit.round }
  const reason = at.overridden.get(`${step.id}/${visit.round}`)
  const damaged = (await damagedInput(work, reading, visit)) ?? (await damagedCommand(work, reading, at))
  if (damaged !== undefined) return { ...place, holds: false, because: damaged, evidence: [] }
  const texts: Record<string, unknown> = {}
  for (const [name, source] of Object.entries(visit.inputs)) texts[name] = await readValue(work, reading, source)
  const commands = await commandsSeen(work, reading, at)
  const evidence = examineAll(step, visit.loop ?? { gate: step.id, ...FIRST_LOOP }, { texts, commands })
  const because = evidence.map((one) => one.because).join("; ")
  if (reason !== undefined) return { ...place, holds: true, because, overridden: reason, evidence }
  return { ...place, holds: evidence.every(({ holds }) => holds), because, evidence }
}

/** What a gate saw is kept with its digest: if it reads otherwise now, it was changed. */
async function damagedInput(work: Work, reading: RunWork, visit: VisitRow): Promise<string | undefined> {
  for (const [name, source] of Object.entries(visit.inputs)) {
    const isWhole = source.item === ALL_ITEMS ? areKept(work, reading, source) : isKept(work, reading, source)
    if (!(await isWhole)) return `what ${name} said is not what was kept`
  }
  return undefined
}

async function isKept(work: Work, reading: RunWork, source: ValueSource): Promise<boolean> {
  if (source.digest.startsWith("unseen:")) return true
  const text = await readText(work, reading, { run: reading.row.id, ...source })
  return text !== undefined && sha256(text) === source.digest
}

async function areKept(work: Work, reading: RunWork, source: ValueSource): Promise<boolean> {
  const results = await allResults(work, reading, source)
  if (source.digest !== digestOfAll(results)) return false
  for (const { body, ...key } of results)
    if (body !== undefined && !(await isKept(work, reading, { ...key, digest: body.digest }))) return false
  return true
}

async function damagedCommand(work: Work, reading: RunWork, at: Verifying): Promise<string | undefined> {
  const { step, round } = at.visit
  const commands = commandsOf(at.step)
  for (const { item, body } of await allResults(work, reading, at.visit)) {
    const command = commands.find((_, index) => commandItem(index) === item)
    if (command === undefined || body === undefined) continue
    if (!(await isKept(work, reading, { step, round, item, digest: body.digest })))
      return `what \`${command}\` gave is not what was kept`
  }
  return undefined
}

async function commandsSeen(
  work: Work,
  reading: RunWork,
  { step, visit, run, how }: Verifying,
): Promise<Readonly<Record<string, CommandAnswer>>> {
  const said: Record<string, string> = {}
  for (const [at] of commandsOf(step).entries()) {
    const key = { run: run.id, step: step.id, round: visit.round, item: commandItem(at) }
    const dispatch = await work.engine.store.dispatch(key)
    const text = await readText(work, reading, key)
    const again =
      dispatch?.ask.kind === "command" && how.again !== undefined ? await how.again(dispatch.ask.command) : undefined
    const seen = again === undefined ? text : JSON.stringify(again)
    if (seen !== undefined) said[key.item] = seen
  }
  return commandAnswers(step, said)
}

/** Gates that a person passed or whose issues were accepted, with the reason. */
async function overrides(engine: Engine, id: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const { kind, data } of await engine.store.events(id)) {
    const told = JSON.parse(data) as Readonly<Record<string, unknown>>
    if (kind === "override")
      found.set(`${String(told["gate"])}/${String(told["round"])}`, `${String(told["by"])}: ${String(told["reason"])}`)
    if (kind === "risks-accepted")
      found.set(`${String(told["step"])}/${String(told["round"])}`, `${String(told["by"])} accepted the open issues`)
  }
  return found
}

async function verifyHistory(engine: Engine, run: RunRow): Promise<Verification["history"]> {
  const events = await engine.store.events(run.id)
  let chain = ""
  for (const [at, event] of events.entries()) {
    chain = eventHash(chain, event)
    if (event.seq !== at + 1 || event.hash !== chain)
      return { holds: false, events: events.length, because: `event ${at + 1} is not the one that was written` }
  }
  return chain === run.chain && events.length === run.events
    ? { holds: true, events: events.length }
    : { holds: false, events: events.length, because: `${run.events} events were written` }
}
