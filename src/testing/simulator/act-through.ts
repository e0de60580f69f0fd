import { SkilletError } from "../../problem/failure.ts"
import type { Random } from "./random.ts"
import type { PlannedFault, FaultPlace } from "./schedule.ts"
import type { FaultSource } from "./stage/draw-faults.ts"
import { type Life, waitForever } from "./life.ts"
import type { Stage } from "./stage/stage.ts"
import type { Commit, CommitResult } from "../../run/store.ts"

/** Every call to the outside goes through this. */
export interface PortPassage {
  readonly stage: Stage
  readonly faults: FaultSource
  /** From the same random stream as the stage: which reads are points where another actor may continue. */
  readonly random: Random
  note(line: string): void
}

export interface PortCall {
  readonly method: string
  readonly given: readonly unknown[]
  readonly act: () => Promise<unknown>
}

/** How many reads let another actor continue. With all of them it would be slower and find the same. */
const YIELDING_READS = 0.15

/** Calls a function of a store, after other actors had their turn, unless something goes wrong. */
export async function actThrough(passage: PortPassage, life: Life, call: PortCall): Promise<unknown> {
  const { stage, faults, random } = passage
  if (life.isDead) return waitForever()
  const place = toFaultPlace(call.method)
  const fault = faults.at(life.actor, place)
  const isFrozen = life.wakes > stage.now()
  if (fault === undefined && place === "read" && !isFrozen && !random.chance(YIELDING_READS)) return call.act()
  await stage.turn(life)
  passage.note(`${life.actor}.${life.number} ${call.method}${fault === undefined ? "" : ` ${fault.what}`}`)
  return fault === undefined ? done(passage, call) : goWrong(passage, life, { fault, call })
}

function toFaultPlace(method: string): FaultPlace {
  return method === "commit" || method === "claim" || method === "renew" || method === "release" ? method : "read"
}

async function done({ stage, note }: PortPassage, { method, act }: PortCall): Promise<unknown> {
  const result = await stage.within(act)
  if (method === "commit") note(`  ${classifyResult(result)}`)
  return result
}

interface Wrong {
  readonly fault: PlannedFault
  readonly call: PortCall
}

async function goWrong(passage: PortPassage, life: Life, { fault, call }: Wrong): Promise<unknown> {
  const { stage } = passage
  switch (fault.what) {
    case "busy":
    case "full":
      throw new SkilletError(`store.${fault.what}`, "the simulated store refuses", {
        retry: "later",
        next: "try again in a moment",
      })
    case "moved":
      return refuseAsMoved(call.given)
    case "die":
      life.kill()
      return waitForever()
    case "die-after":
      await done(passage, call)
      life.kill()
      return waitForever()
    case "freeze":
      await freeze(stage, life, fault)
      return done(passage, call)
    case "freeze-after": {
      const result = await done(passage, call)
      await freeze(stage, life, fault)
      return result
    }
    case "stop":
      life.stop.abort(new Error("told to stop"))
      return done(passage, call)
    case "late":
    case "never":
    case "wrong":
    case "error":
    case "twice":
      return done(passage, call)
  }
}

export async function freeze(stage: Stage, life: Life, { milliseconds = 0 }: PlannedFault): Promise<void> {
  life.wakes = stage.now() + milliseconds
  await stage.turn(life)
}

/** The part of a commit's input and result that the simulator knows. */

/** What a store returns if another process was faster. */
export function refuseAsMoved([commit]: readonly unknown[]): CommitResult {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [first] = (commit as Commit).runs
  return { kind: "moved", run: first?.run ?? "" }
}

export function classifyResult(result: unknown): string {
  return typeof result === "object" && result !== null && "kind" in result ? String(result.kind) : typeof result
}
