import { applyEvent } from "../apply-event.ts"
import { type Engine, findRun } from "../engine.ts"
import type { Run } from "../model.ts"
import type { Claimed } from "../store.ts"
import type { DriveSettings, Driving } from "./drive-settings.ts"
import { checkRoom } from "../room-under-ceilings.ts"
import { openPatience, type WaitsFor, findWhatWaits } from "./find-what-waits.ts"
import { workOnDispatch } from "./work-on-dispatch.ts"

export type Driven =
  | { readonly kind: "ended"; readonly run: Run }
  /** Only a person can continue. */
  | { readonly kind: "asks"; readonly run: Run }
  | { readonly kind: "stopped"; readonly run: Run }
  /** Nothing can be claimed, is in progress, or will happen: the run cannot continue. */
  | { readonly kind: "stalled"; readonly run: Run; readonly waitsFor: readonly WaitsFor[] }

const PAUSE = 200

/**
 * Drives a run and its child runs until it ends or asks a person. Any number of processes may do so at the same time:
 * each dispatch belongs to one worker at a time.
 */
export async function drive(engine: Engine, id: string, settings: DriveSettings): Promise<Driven> {
  const how: Driving = { ...settings, unsettled: new Map() }
  const inFlight = new Map<string, Promise<void>>()
  const failures: unknown[] = []
  const patience = openPatience()
  try {
    for (;;) {
      if (failures.length > 0) throw failures[0]
      const run = await findRun(engine, id)
      how.progress?.({ run, working: [...inFlight.keys()] })
      if (run.status !== "running") return { kind: "ended", run }
      if (how.signal.aborted || how.until?.(run) === true) return { kind: "stopped", run }
      const claimed =
        how.driver.isElsewhere !== true && inFlight.size < how.atOnce ? await claimNext(engine, run, how) : undefined
      if (claimed !== undefined) {
        begin(claimed)
        continue
      }
      const waits = await findWhatWaits(engine, run)
      if (waits.kind === "person" && inFlight.size === 0) return { kind: "asks", run }
      void how.watch?.(waits.kind === "others" ? listRuns(waits.unclaimed ?? []) : [])
      // Workers elsewhere may come and go.
      const isPatient = how.driver.isElsewhere === true && waits.kind === "others"
      const waitsFor = inFlight.size === 0 && !isPatient ? patience.inVain(waits) : undefined
      if (waitsFor !== undefined) return { kind: "stalled", run, waitsFor }
      await pause(waits.kind === "time" ? waits.milliseconds : PAUSE)
      for (const due of waits.kind === "time" ? waits.runs : []) {
        await applyEvent(engine, due, { kind: "tick", at: engine.now() })
      }
    }
  } finally {
    await Promise.allSettled(inFlight.values())
  }

  function begin(claimed: Claimed): void {
    const { key } = claimed.lease
    const name = key.item === "-" ? key.step : `${key.step}/${key.item}`
    const label = inFlight.has(name) ? `${name} ${key.run}` : name
    const work = workOnDispatch(engine, claimed, how)
      .then(() => undefined)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => inFlight.delete(label))
    inFlight.set(label, work)
  }

  async function pause(milliseconds: number): Promise<void> {
    // Uses its own signal: listeners on the run's signal would add up with every pause.
    const over = new AbortController()
    const most = Math.min(milliseconds, PAUSE * 5)
    const slept = how.sleep(most, over.signal).then(() => {
      if (!over.signal.aborted) patience.slept(most)
    })
    await Promise.race([slept, ...inFlight.values()]).finally(() => over.abort())
  }
}

/** A dispatch that must wait for others is postponed for a moment, so that the next claim takes another one. */
async function claimNext(engine: Engine, run: Run, how: Driving): Promise<Claimed | undefined> {
  const { worker, leaseMilliseconds, queue } = how
  for (;;) {
    const claimed = await queue.claim({ worker, leaseMilliseconds, root: run.root })
    if (claimed === undefined) return undefined
    const admitted = await admitClaimed(engine, claimed, how)
    if (admitted === "now") return claimed
    if (admitted === "never") return undefined
  }
}

/**
 * Before an agent is asked, the amounts that are spent, in progress and requested are compared with the ceilings. If they
 * leave no room, the dispatch is given back: for a moment, because the workers it waits for may be dead, or until a person
 * raises the ceilings.
 */
export async function admitClaimed(
  engine: Engine,
  { lease, dispatch, loaded }: Claimed,
  { queue, unsettled, cwd }: Pick<Driving, "queue" | "unsettled" | "cwd">,
): Promise<"now" | "later" | "never"> {
  if (dispatch.agent === "shell") return "now"
  const run = loaded?.run ?? (await findRun(engine, lease.key.run))
  const room = await checkRoom(engine, run, { dispatch, unsettled, cwd })
  if (room.kind === "enough") return "now"
  await queue.release(lease, { after: room.kind === "later" ? PUT_OFF : 0, untried: true })
  if (room.kind === "later") return "later"
  const { why, needs } = room
  await applyEvent(engine, lease.key.run, { kind: "hold", at: engine.now(), why, needs })
  return "never"
}

const PUT_OFF = 500

function listRuns(waitsFor: readonly WaitsFor[]): readonly string[] {
  return [...new Set(waitsFor.map(({ run }) => run))]
}
