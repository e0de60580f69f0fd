import { type Driven, drive } from "../../../run/drive/drive.ts"
import { stalledError } from "../../../run/drive/find-what-waits.ts"
import { SkilletError } from "../../../problem/failure.ts"
import type { Life } from "../life.ts"
import { ROOT, type World } from "../world.ts"
import { type AgentRecord, openSimulatedAgents, openSimulatedShell } from "./simulated-agents.ts"

const LEASE = 450

/** A driver that is restarted, whatever happens to it, until the run has ended. */
export async function playDriver(world: World, name: string, record: AgentRecord): Promise<void> {
  const { stage, pace } = world
  const keeper = stage.begin(`${name}-keeper`)
  for (;;) {
    const life = stage.begin(name)
    const driven = await Promise.race([driveLife(world, life, record), life.died.then(() => undefined)])
    if (driven?.kind === "ended") return
    if (driven?.kind === "stalled") world.broken(stalledError(ROOT, driven.waitsFor).message)
    await stage.sleep(keeper, 50 + pace.below(400))
  }
}

/** Undefined if it ended with a failure that may pass. */
async function driveLife(world: World, life: Life, record: AgentRecord): Promise<Driven | undefined> {
  const { stage, schedule } = world
  try {
    const { engine, store } = await world.engineFor(life)
    return await drive(engine, ROOT, {
      queue: store,
      driver: openSimulatedAgents(world, life, record),
      forGate: openSimulatedShell(world, life),
      worker: `${life.actor}.${life.number}`,
      cwd: "/project",
      atOnce: schedule.atOnce,
      // Some workflows accept reports only from one command, which checks the work first; here the agents' work is
      // always right.
      through: world.built.workflow.steps[0]?.reportedBy,
      leaseMilliseconds: LEASE,
      signal: life.stop.signal,
      sleep: (milliseconds, signal) => sleepThrough(world, life, { milliseconds, signal }),
      every: (milliseconds, act) => stage.every(life, milliseconds, act),
    })
  } catch (error) {
    if (!(error instanceof SkilletError) || error.retry !== "later") stage.fail(error)
    return undefined
  }
}

async function sleepThrough(
  { stage, faults }: World,
  life: Life,
  { milliseconds, signal }: { readonly milliseconds: number; readonly signal: AbortSignal },
): Promise<void> {
  const fault = life.isDead ? undefined : faults.at(life.actor, "sleep")
  if (fault?.what === "die") life.kill()
  if (fault?.what === "freeze") life.wakes = stage.now() + (fault.milliseconds ?? 0)
  if (fault?.what === "stop") life.stop.abort(new Error("told to stop"))
  await stage.sleep(life, milliseconds, signal)
}
