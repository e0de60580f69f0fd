import { assemblePacket } from "../packet/assemble-packet.ts"
import { concernsAgent } from "../messages/concerns-agent.ts"
import { type Agent, chooseUsualRole, type WakeRole } from "../model.ts"
import type { Packet, PacketBudget } from "../wake-facts.ts"
import { gatherFacts } from "./gather-facts.ts"
import type { Wake } from "./open-wake.ts"

export interface PreviewWanted {
  readonly agent: string
  readonly role?: WakeRole | undefined
  readonly budget: PacketBudget
}

/** Skills are not pinned for a sub-agent, so that looking changes nothing. */
const NOT_PINNED = "preview"
const MOST_MESSAGES = 200
const MOST_RECENT = 10

/** What an agent would get if it were woken now with everything. Nothing is recorded, delivered or pinned. */
export async function previewWake(wake: Wake, { agent: name, role, budget }: PreviewWanted): Promise<Packet> {
  const address = { ...wake.scope, agent: name }
  const agent: Agent = (await wake.store.agent(address)) ?? {
    ...address,
    role: role ?? chooseUsualRole(name),
    status: "idle",
    seen: 0,
    updated: wake.now(),
  }
  const messages = await wake.store.messages(wake.scope, { to: name, most: MOST_MESSAGES })
  const all = await wake.store.messages(wake.scope, { most: MOST_MESSAGES })
  const newMessages = messages.filter(({ id }) => id > agent.seen)
  const recorded = { ...address, id: 0, trigger: "preview", full: true, upTo: agent.seen, recorded: wake.now() }
  const facts = await gatherFacts(
    wake,
    {
      kind: "recorded",
      wake: { ...recorded, subAgent: NOT_PINNED },
      agent,
      newMessages,
      older: 0,
      recent: all
        .filter((message) => !newMessages.some(({ id }) => id === message.id) && concernsAgent(message, agent))
        .slice(-MOST_RECENT),
    },
    { role: role ?? agent.role, because: "on request" },
  )
  return assemblePacket({ ...facts, wake: { id: 0, full: true, subAgent: undefined } }, budget)
}
