import fs from "node:fs"
import type { PgBoss } from "pg-boss"
import type { ItemKey } from "../../../agents/agent-driver.ts"
import type { Session } from "../../../catalog/io/session/open-session.ts"
import { requireLimits } from "../../../catalog/io/session/open-runner.ts"
import { describeError } from "../../../problem/failure.ts"
import { formatCount } from "../../../text/format-count.ts"
import { makeWorkerName } from "../../../system/database/worker.ts"
import { findProject } from "../../../system/find-project.ts"
import { openBoss } from "../../../system/postgres/open-boss.ts"
import { applyEvent } from "../../apply-event.ts"
import { chooseFetchPace, chooseSupervision, LOOK_TURN, mayListen } from "../../drive/decide-pace.ts"
import { maySweep } from "../../drive/decide-lease.ts"
import { decideRoom } from "../../drive/decide-room.ts"
import { mayGoOn } from "../../drive/decide-turn.ts"
import { findWhatWaits } from "../../drive/find-what-waits.ts"
import { findRun } from "../../engine.ts"
import { serialiseKey } from "../../room-under-ceilings.ts"
import type { Run } from "../../model.ts"
import type { Runs } from "../open-runs.ts"
import { endWork, openHeldLeases, waitForStop } from "./end-work.ts"
import { openFetchSlots } from "./fetch-slots.ts"
import type { ServerLedger } from "./server-ledger.ts"
import { describeCheckout, findCommit } from "./describe-checkout.ts"
import { nameQueue, requireDispatchKey } from "./offers.ts"
import { requireSharedStore } from "./offer-run.ts"
import type { PostgresRunStore } from "./open-postgres-run-store.ts"
import { prepareQueue } from "./prepare-queue.ts"
import { beginRounds } from "./begin-rounds.ts"
import { type DeskTools, type HandledMessage, openMessageWork } from "./message-work.ts"
import { openRecentTexts, openTrouble, type Trouble, type TroubleEntry } from "./open-trouble.ts"
import { type RelocatedRuns, relocateRuns } from "./relocate-runs.ts"
import type { WorkerOptions } from "./worker-options.ts"

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
  const logProblem = (entry: TroubleEntry) => log({ event: "problem", ...entry })
  const trouble = openTrouble({ log: logProblem, now: () => performance.now() })
  const onProblem = trouble.report
  const env = session.options.env ?? process.env
  const place = findProject(runs.cwd)
  const queue = nameQueue((await describeCheckout(place, env)).identity)
  let workers = store.turns.join(queue)
  let most = 0
  const boss = await openWorkersBoss(options.address, workers, onProblem)
  const end = new AbortController()
  const abort = () => end.abort(new Error("the worker is stopped"))
  const held = openHeldLeases(options.stop)
  let timeout = 5000
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
    held,
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
    const since = await waitForStop(options.stop)
    metrics.stopping()
    const finish = () => Promise.all([...rounds.map((one) => one()), slots.close(), desk.idle()])
    timeout = await endWork({ store, held, grace: options.grace, since, abort, finish, log: logProblem })
  } finally {
    abort()
    await boss.stop({ graceful: true, timeout })
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

function openWorkersBoss(address: string, workers: number, onProblem: (error: Error) => void): Promise<PgBoss> {
  const listens = mayListen({ workers, chance: Math.random() })
  return openBoss({ address, maintains: true, listens, supervises: chooseSupervision(workers), onProblem })
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
