import { randomBytes } from "node:crypto"
import { SkilletError } from "../../problem/failure.ts"
import { assemblePacket } from "../packet/assemble-packet.ts"
import type { Address, Agent, WakeRole } from "../model.ts"
import { describeTold, markPlace, type PlaceMark } from "../told-places.ts"
import type { Packet, PacketBudget } from "../wake-facts.ts"
import type { WakeBegun, WakeWanted } from "../store.ts"
import { findAgentPlace } from "./find-agent-place.ts"
import { gatherFacts, type Telling } from "./gather-facts.ts"
import type { Wake } from "./open-wake.ts"

export interface WakeRequest
  extends Omit<Telling, "role">,
    Pick<WakeWanted, "trigger" | "full" | "onlyNews" | "session" | "subAgent"> {
  readonly agent: Address
  /** The agent's own, unless given. */
  readonly role?: WakeRole | undefined
  readonly budget: PacketBudget
  /** How long `deliver` may take before another process may deliver instead (default 30 s). */
  readonly holdMilliseconds?: number | undefined
}

export type Woken =
  /** `session` if it counts as delivered to a session of the host. */
  | { readonly kind: "told"; readonly packet: Packet; readonly session?: string | undefined }
  | Exclude<WakeBegun, { readonly kind: "recorded" }>

const HOLD_MILLISECONDS = 30_000
/** How often a packet is assembled at most until one was ready while the wake-up was held. */
const MOST_TRIES = 5

/**
 * Wakes an agent: records the wake-up, assembles the packet, delivers it, and then confirms it. If this process dies in
 * between, the next one delivers the same wake-up again. It fails if no packet was ready before its hold ended.
 */
export async function wakeAgent(
  wake: Wake,
  request: WakeRequest,
  deliver: (packet: Packet) => Promise<void>,
): Promise<Woken> {
  const { agent, trigger, full, onlyNews, session, subAgent, budget, ...rest } = request
  const { role, holdMilliseconds = HOLD_MILLISECONDS, ...telling } = rest
  const known = await wake.store.agent(agent)
  if (known?.question !== undefined) await (await import("./agents/collect-answer.ts")).collectAnswer(wake, agent)
  if (role !== undefined && subAgent === undefined && role !== known?.role)
    await wake.store.putAgent(agent, { role, updated: wake.now() })
  const place = onlyNews === true ? await findNewsMark(wake, known ?? { agent: agent.agent }, request) : undefined
  const holder = wake.nameWorker(`wake-${randomBytes(6).toString("hex")}`)
  const wanted = { ...agent, session, subAgent, trigger, full, onlyNews, place, holder }
  let hold = holdMilliseconds
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const at = wake.now()
    const until = at + hold
    const begun = await wake.store.beginWake({ ...wanted, at, until })
    if (begun.kind !== "recorded") return begun
    const facts = await gatherFacts(wake, begun, {
      ...telling,
      role: telling.started?.role ?? role ?? begun.agent.role,
    })
    const packet = assemblePacket(facts, budget)
    // The machine slept in between, or the facts took longer: another process may deliver by now.
    const took = wake.now() - at
    if (took >= hold) {
      hold = Math.max(hold, 2 * took)
      continue
    }
    await deliver(packet)
    await wake.store.confirmWake(begun.wake.id, { holder, at: wake.now(), place: describeTold(facts) })
    return { kind: "told", packet, session }
  }
  throw makeNotReadyError(agent.agent)
}

function makeNotReadyError(agent: string): SkilletError {
  return new SkilletError("wake.not-ready", `the packet of @${agent} was not ready in time, ${MOST_TRIES} times`, {
    retry: "later",
    next: "wake the agent again when the machine has less to do",
  })
}

/** The position in its tasks, which can be news to an agent, but not to its sub-agents. */
async function findNewsMark(
  wake: Wake,
  agent: Pick<Agent, "agent" | "work"> & Partial<Pick<Agent, "role">>,
  { role, subAgent }: WakeRequest,
): Promise<PlaceMark | undefined> {
  if (subAgent !== undefined) return undefined
  return markPlace(await findAgentPlace(wake, agent, role))
}
