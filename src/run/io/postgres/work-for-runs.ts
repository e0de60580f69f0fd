import fs from "node:fs"
import type { AgentDriver, ItemKey } from "../../../agents/agent-driver.ts"
import type { Session } from "../../../catalog/io/session/open-session.ts"
import { requireLimits } from "../../../catalog/io/session/open-runner.ts"
import { describeError } from "../../../problem/failure.ts"
import { formatCount } from "../../../text/format-count.ts"
import { makeWorkerName } from "../../../system/database/worker.ts"
import { findProject } from "../../../system/find-project.ts"
import { openBoss } from "../../../system/postgres/open-boss.ts"
import { applyEvent } from "../../apply-event.ts"
import { admitClaimed } from "../../drive/drive.ts"
import type { Driving } from "../../drive/drive-settings.ts"
import { chooseFetchPace, LOOK_TURN, mayListen } from "../../drive/decide-pace.ts"
import { maySweep } from "../../drive/decide-lease.ts"
import { decideRoom } from "../../drive/decide-room.ts"
import { mayGoOn } from "../../drive/decide-turn.ts"
import { findWhatWaits } from "../../drive/find-what-waits.ts"
import { type Taken, workOnDispatch } from "../../drive/work-on-dispatch.ts"
import { findRun } from "../../engine.ts"
import { serialiseKey } from "../../room-under-ceilings.ts"
import type { Claimed } from "../../store.ts"
import type { DispatchStatus, Run } from "../../model.ts"
import { openGateWork } from "../gates/gate-work.ts"
import { timers } from "../gates/run-gate-commands.ts"
import { LEASE_MILLISECONDS, type Runs } from "../open-runs.ts"
import { openFetchSlots } from "./fetch-slots.ts"
import type { ServerLedger } from "./server-ledger.ts"
import { describeCheckout, findCommit } from "./describe-checkout.ts"
import { nameQueue, requireDispatchKey } from "./offers.ts"
import { requireSharedStore } from "./offer-run.ts"
import type { PostgresRunStore } from "./open-postgres-run-store.ts"
import { prepareQueue } from "./prepare-queue.ts"
import { beginRounds } from "./begin-rounds.ts"
import { openRecentTexts, openTrouble, type Trouble } from "./open-trouble.ts"
import { type RelocatedRuns, relocateRuns } from "./relocate-runs.ts"
import type { DispatchOutcome, WorkerMetrics } from "./worker-metrics.ts"

export interface WorkerOptions {
  readonly address: string
  readonly driver: AgentDriver
  readonly concurrency: number
  /** How many may ask each driver at the same time, over all workers (default: no limit). */
  readonly limits?: ReadonlyMap<string, number> | undefined
  /** Aborted: nothing new is taken. What is under way may finish. */
  readonly stop: AbortSignal
  /** How long it may take to finish; after that it is given back. In milliseconds. */
  readonly grace: number
  readonly leaseMilliseconds?: number | undefined
  /** The drivers of runs whose results a command checks before they are reported, by the name of that command. */
  readonly openChecks?: ((runs: Runs) => Promise<Readonly<Record<string, AgentDriver>>>) | undefined
  /** Looks once for due times whose work is for workers. */
  readonly lookForDues?: ((signal: AbortSignal) => Promise<void>) | undefined
  readonly metrics: WorkerMetrics
  readonly trace?: Driving["trace"]
  readonly log: (entry: WorkerEntry) => void
  /** Called when it takes work. */
  readonly ready?: (() => void) | undefined
}

/** One line of a worker's log. */
export interface WorkerEntry {
  readonly event: "dispatch" | "spans" | "due" | "recovered" | "problem"
  readonly outcome?: DispatchOutcome | undefined
  readonly key?: ItemKey | undefined
  readonly agent?: string | undefined
  readonly epoch?: number | undefined
  readonly milliseconds?: number | undefined
  /** Of a due time: its schedule, its moment, what became of it, and its run. */
  readonly schedule?: string | undefined
  readonly at?: string | undefined
  readonly state?: string | undefined
  readonly run?: string | undefined
  readonly message?: string | undefined
  /** Of a problem: its code, what to do, and how often it happened since it was last logged. */
  readonly code?: string | undefined
  readonly next?: string | undefined
  readonly times?: number | undefined
}

/**
 * Works on the dispatches of a project, until it is stopped.
 *
 * 1. The message tells, the row is the truth: a message only says where to look. The worker that claims the row works on it.
 * 2. Only runs of the worker's own project, in its own checkout, whose definition it can verify.
 * 3. Agents, programs, addresses and limits come from the settings of the worker's machine, never from the database.
 * 4. When it is stopped, everything it had is answered or given back.
 */
export async function workForRuns(session: Session, runs: Runs, options: WorkerOptions): Promise<void> {
  const store = requireSharedStore(runs.engine.store)
  await requireLimits(session)
  const { log, metrics } = options
  const worker = makeWorkerName(options.driver.name)
  const trouble = openTrouble({ log: (entry) => log({ event: "problem", ...entry }), now: () => performance.now() })
  const onProblem = trouble.report
  const env = session.options.env ?? process.env
  const place = findProject(runs.cwd)
  const queue = nameQueue((await describeCheckout(place, env)).identity)
  let workers = store.turns.join(queue)
  let most = 0
  const listens = mayListen({ workers, chance: Math.random() })
  const boss = await openBoss({ address: options.address, maintains: true, listens, onProblem })
  const end = new AbortController()
  const moved = relocateRuns(store, { project: runs.project, directory: runs.directory })
  const here: Runs = { ...runs, queue: moved.store, engine: { ...runs.engine, store: moved.store } }
  const desk = openDesk({
    session,
    runs: here,
    store: moved.store,
    worker,
    options,
    signal: end.signal,
    checks: (await options.openChecks?.(here)) ?? {},
    show: moved.show,
    trouble,
    room: () => most,
    admit: (run) => admitRun({ here, env, store, move: moved.move }, run),
  })
  try {
    await prepareQueue(boss, queue)
    const slots = openFetchSlots<unknown>(boss, { queue, pace: chooseFetchPace(workers) }, async (data) =>
      desk.handle(requireDispatchKey(data)),
    )
    const limits = { ...options, ledger: store.ledger, trouble }
    const resize = () => slots.resize((most = countRoom(limits, { busy: slots.countBusy(), workers })))
    await resize()
    const rounds = beginRounds(onProblem, {
      room: resize,
      look: openLook(store, { ...options, worker }),
      sweep: () => desk.sweep(queue),
      dues: async () => options.lookForDues?.(options.stop),
      count: async () => void (workers = store.turns.join(queue)),
    })
    options.ready?.()
    await waitForAbort(options.stop)
    metrics.stopping()
    const late = setTimeout(() => end.abort(new Error("the worker is stopped")), options.grace)
    await Promise.all(rounds.map((one) => one()))
    await slots.close()
    await desk.idle()
    clearTimeout(late)
  } finally {
    end.abort(new Error("the worker is stopped"))
    await boss.stop({ graceful: true, timeout: 5000 })
  }
}

interface Limits extends Pick<WorkerOptions, "concurrency" | "limits"> {
  readonly ledger: ServerLedger
  readonly trouble: Trouble
}

function countRoom(
  { concurrency, limits = new Map(), ledger, trouble }: Limits,
  { busy, workers }: { readonly busy: number; readonly workers: number },
): number {
  const agents = [...limits].map(([driver, most]) => ({ most, unfinished: ledger.countUnfinished(driver) }))
  return trouble.limit(decideRoom({ concurrency, busy, agents, workers, chance: Math.random() }))
}

/** Looks for dead workers, if it is its turn. */
function openLook(
  store: PostgresRunStore,
  { worker, log, metrics }: Pick<WorkerOptions, "log" | "metrics"> & { readonly worker: string },
): () => Promise<void> {
  return async () => {
    const isOwnTurn = store.turns.take("look", LOOK_TURN)
    // After the connection was lost, what this worker is at is its own as long as others see it.
    await store.hold(worker)
    if (!isOwnTurn) return
    const count = await store.recover()
    metrics.recovered(count)
    if (count > 0)
      log({
        event: "recovered",
        message: `${formatCount(count, "dispatch", "dispatches")} of lost workers ${count === 1 ? "is" : "are"} open again`,
      })
  }
}

async function waitForAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }))
}

interface DeskTools {
  readonly session: Session
  readonly runs: Runs
  readonly store: PostgresRunStore
  readonly worker: string
  /** How many dispatches it may have at the moment. */
  readonly room: () => number
  readonly options: WorkerOptions
  readonly signal: AbortSignal
  readonly checks: Readonly<Record<string, AgentDriver>>
  readonly trouble: Trouble
  /** Why the run cannot be worked on here; otherwise it can, in its directory or in this one. */
  readonly admit: (run: Run) => Promise<string | undefined>
  /** A run as it is here. */
  readonly show: (run: Run) => Run
}

interface Desk {
  /** Works on a dispatch, if it is still to be done and this worker may. */
  handle(key: ItemKey): Promise<void>
  /** Looks for what no message told: dispatches of lost messages, and times that have come. */
  sweep(queue: string): Promise<void>
  idle(): Promise<void>
}

function openDesk(tools: DeskTools): Desk {
  const { runs, store, options, trouble, room } = tools
  const { engine } = runs
  const { metrics, log } = options
  const inFlight = new Set<Promise<void>>()
  const work = openMessageWork(tools)
  const refused = openRecentTexts(() => performance.now())

  async function handle(key: ItemKey): Promise<void> {
    const began = performance.now()
    const mayTakeNext = () => mayGoOn({ began, now: performance.now(), isStopping: options.stop.aborted })
    const first = await record(key, () => work(key, mayTakeNext))
    if (first.outcome === "refused") throw new Error(first.message)
    let { next } = first
    while (next !== undefined) {
      const { taken, goOn } = next
      // One that fails was given back, with a message of its own.
      next = await record(taken.lease.key, goOn).then(
        (handled) => handled.next,
        () => undefined,
      )
    }
  }

  async function record(key: ItemKey, act: () => Promise<HandledMessage>): Promise<HandledMessage> {
    const began = performance.now()
    try {
      const { next, ...entry } = await metrics.measure(act)
      const milliseconds = Math.round(performance.now() - began)
      if (entry.outcome === "answered") trouble.overcome()
      metrics.count(entry.outcome, milliseconds)
      if (entry.outcome !== "refused" || refused.isNew(`${serialiseKey(key)} ${entry.message}`))
        log({ event: "dispatch", key, milliseconds, ...entry })
      return { next, ...entry }
    } catch (error) {
      log({ event: "dispatch", outcome: "failed", key, message: describeError(error) })
      trouble.report(error)
      metrics.count("failed", performance.now() - began)
      throw error
    }
  }

  function track(handled: Promise<void>): Promise<void> {
    inFlight.add(handled)
    return handled.finally(() => inFlight.delete(handled))
  }

  return {
    handle: (key) => track(handle(key)),
    async sweep(queue) {
      if (maySweep({ busy: inFlight.size, room: room() }))
        for (const key of await store.listUntold(queue)) {
          if (trouble.limit(1) === 0) return
          await track(handle(key)).catch(() => undefined)
        }
      for (const id of await store.listWaiting(queue)) {
        const waits = await findWhatWaits(engine, await findRun(engine, id))
        if (waits.kind !== "time" || waits.milliseconds > 0) continue
        for (const due of waits.runs) await applyEvent(engine, due, { kind: "tick", at: engine.now() })
      }
    },
    idle: async () => void (await Promise.allSettled(inFlight)),
  }
}

interface HandledMessage extends Pick<WorkerEntry, "agent" | "epoch" | "message"> {
  readonly outcome: DispatchOutcome
  /** What the worker has got with the commit of the answer. */
  readonly next?: { readonly taken: Taken; readonly goOn: () => Promise<HandledMessage> } | undefined
}

/** From the message to the answer, as far as the row allows it. */
function openMessageWork({ session, runs, store, worker, options, signal, checks, admit, show }: DeskTools) {
  const { engine } = runs
  const { driver, leaseMilliseconds = LEASE_MILLISECONDS } = options
  const how: Omit<Driving, "cwd"> = {
    unsettled: new Map(),
    queue: store,
    driver,
    forGate: openGateWork(session, engine),
    worker,
    atOnce: options.concurrency,
    trace: options.trace,
    leaseMilliseconds,
    signal,
    ...timers,
  }
  return async (key: ItemKey, mayTakeNext: () => boolean): Promise<HandledMessage> => {
    const found = (await store.load({ run: key.run }))?.run
    if (found === undefined || found.status !== "running") return { outcome: "late" }
    const why = await admit(found)
    if (why !== undefined) return { outcome: "refused", message: why }
    const run = show(found)
    // Throws if the definition is not the one the run was started with.
    const { steps } = await engine.definitions.find(run.definition)
    const through = steps.find((step) => step.reportedAtStart !== true && step.reportedBy !== undefined)?.reportedBy
    const asked = through === undefined ? driver : checks[through]
    if (asked === undefined)
      return { outcome: "refused", message: `its results are checked by skillet ${through} before they are reported` }
    const claimed = await store.claim({ worker, leaseMilliseconds, key })
    if (claimed === undefined) return { outcome: "late" }
    return workOn(claimed, { ...how, driver: asked, through, cwd: run.directory ?? runs.directory, mayTakeNext })
  }

  async function workOn(claimed: Claimed, driving: Driving): Promise<HandledMessage> {
    const { agent, epoch, run } = claimed.dispatch
    const admitted = await admitClaimed(engine, claimed, driving)
    if (admitted !== "now") return { outcome: "given-back", agent, epoch }
    const { isAnswered, next: taken } = await workOnDispatch(engine, claimed, driving)
    const next = taken && { taken, goOn: () => goOn(taken, driving) }
    if (isAnswered) return { outcome: "answered", agent, epoch, next }
    const after = (await store.load({ run, items: claimed.lease.key }))?.items[0]?.dispatch
    return { outcome: describeEnd(after?.status), agent, epoch }
  }

  /** The checkout may have changed with the answer. */
  async function goOn(taken: Taken, driving: Driving): Promise<HandledMessage> {
    const why = taken.loaded === undefined ? undefined : await admit(taken.loaded.run)
    if (why === undefined) return workOn(taken, driving)
    await store.release(taken.lease, { after: 0, untried: true })
    const { agent, epoch } = taken.dispatch
    return { outcome: "given-back", message: why, agent, epoch }
  }
}

function describeEnd(status: DispatchStatus | undefined): DispatchOutcome {
  if (status === "answered") return "answered"
  return status === "open" || status === "leased" ? "given-back" : "ended"
}

interface Admission {
  readonly here: Runs
  readonly env: Readonly<Record<string, string | undefined>>
  readonly store: Pick<PostgresRunStore, "findRevision">
  readonly move: RelocatedRuns<PostgresRunStore>["move"]
}

/**
 * A directory that the database names is used only if it is a checkout of the worker's own project. A run of another clone
 * is done in the worker's checkout, if both are at the same commit and no tracked file was changed.
 */
async function admitRun({ here, env, store, move }: Admission, run: Run): Promise<string | undefined> {
  const { project, directory } = here
  if (run.project === project && isOwnDirectory(run, project)) return undefined
  const commit = await store.findRevision(run.root)
  const where = run.directory ?? run.project
  if (commit === undefined)
    return `it was given to workers in ${where} with changes that were not committed, so it can be done only there`
  const own = await findCommit(directory, env)
  if (own !== commit)
    return `it is at commit ${commit.slice(0, 12)}, and ${directory} is at ${own?.slice(0, 12) ?? "none: it has changes"}`
  move(run.root, run)
  return undefined
}

function isOwnDirectory({ directory }: Run, project: string): boolean {
  if (directory === undefined) return true
  const isThere = fs.statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true
  return isThere && findProject(directory).project === project
}
