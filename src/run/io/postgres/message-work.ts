import type { AgentDriver, ItemKey } from "../../../agents/agent-driver.ts"
import type { Session } from "../../../catalog/io/session/open-session.ts"
import { admitClaimed } from "../../drive/drive.ts"
import type { Driving } from "../../drive/drive-settings.ts"
import { type Taken, workOnDispatch } from "../../drive/work-on-dispatch.ts"
import type { DispatchStatus, Run } from "../../model.ts"
import type { Claimed } from "../../store.ts"
import { openGateWork } from "../gates/gate-work.ts"
import { timers } from "../gates/run-gate-commands.ts"
import { LEASE_MILLISECONDS, type Runs } from "../open-runs.ts"
import type { HeldLeases } from "./end-work.ts"
import type { PostgresRunStore } from "./open-postgres-run-store.ts"
import type { Trouble } from "./open-trouble.ts"
import type { WorkerEntry, WorkerOptions } from "./worker-options.ts"
import type { DispatchOutcome } from "./worker-metrics.ts"

export interface DeskTools {
  readonly session: Session
  readonly runs: Runs
  readonly store: PostgresRunStore
  readonly worker: string
  /** How many dispatches it may have at the moment. */
  readonly room: () => number
  readonly options: WorkerOptions
  readonly signal: AbortSignal
  readonly held: HeldLeases
  readonly checks: Readonly<Record<string, AgentDriver>>
  readonly trouble: Trouble
  /** Why the run cannot be worked on here; otherwise it can, in its directory or in this one. */
  readonly admit: (run: Run) => Promise<string | undefined>
  /** A run as it is here. */
  readonly show: (run: Run) => Run
}

export interface HandledMessage extends Pick<WorkerEntry, "agent" | "epoch" | "message"> {
  readonly outcome: DispatchOutcome
  /** What the worker has got with the commit of the answer. */
  readonly next?: { readonly taken: Taken; readonly goOn: () => Promise<HandledMessage> } | undefined
}

/** From the message to the answer, as far as the row allows it. */
export function openMessageWork(tools: DeskTools) {
  const { session, runs, store, worker, options, signal, held, checks, admit, show } = tools
  const { engine } = runs
  const { driver, leaseMilliseconds = LEASE_MILLISECONDS } = options
  const release: PostgresRunStore["release"] = async (lease, after) => {
    await store.release(lease, after)
    held.delete(lease)
  }
  const how: Omit<Driving, "cwd"> = {
    unsettled: new Map(),
    queue: { claim: store.claim, renew: store.renew, release },
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
    const admitted = await held.during(claimed.lease, () => admitClaimed(engine, claimed, driving))
    if (admitted !== "now") return { outcome: "given-back", agent, epoch }
    const { isAnswered, next: taken } = await held.during(claimed.lease, () => workOnDispatch(engine, claimed, driving))
    const next = taken && { taken, goOn: () => goOn(taken, driving) }
    if (isAnswered) return { outcome: "answered", agent, epoch, next }
    const after = (await store.load({ run, items: claimed.lease.key }))?.items[0]?.dispatch
    return { outcome: describeEnd(after?.status), agent, epoch }
  }

  /** The checkout may have changed with the answer. */
  async function goOn(taken: Taken, driving: Driving): Promise<HandledMessage> {
    const why = taken.loaded === undefined ? undefined : await admit(taken.loaded.run)
    if (why === undefined) return workOn(taken, driving)
    await held.during(taken.lease, () => release(taken.lease, { after: 0, untried: true }))
    const { agent, epoch } = taken.dispatch
    return { outcome: "given-back", message: why, agent, epoch }
  }
}

function describeEnd(status: DispatchStatus | undefined): DispatchOutcome {
  if (status === "answered") return "answered"
  return status === "open" || status === "leased" ? "given-back" : "ended"
}
