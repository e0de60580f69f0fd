import type { PromptPlan } from "../../agents/agent-turns.ts"
import { findUnknownMentions } from "../../messages/find-mentions.ts"
import type { Address } from "../../model.ts"
import type { Wake } from "../open-wake.ts"
import { type Posting, type PostedMessage, sayMessage, loadProjectNames } from "../post-message.ts"
import { openStarter } from "./start-work.ts"
import { wakeSpawned } from "./wake-spawned.ts"

export interface SaidTo extends PostedMessage {
  /** Projects that it names in an address and that are unknown, or known by more than one path. */
  readonly unknown: readonly string[]
  /** The spawned agents that it mentions for the first time, and how they get it. */
  readonly woken: readonly { readonly address: Address; readonly plan: PromptPlan }[]
}

/** Stores a message and wakes the spawned agents it mentions. */
export async function postAndPrompt(wake: Wake, posting: Posting, script: string): Promise<SaidTo> {
  const { message, again } = await sayMessage(wake, posting)
  const woken: SaidTo["woken"][number][] = []
  for (const address of message.mentions) {
    const known = await wake.store.agent(address)
    if (known?.work === undefined || known.seen >= message.id || address.agent === message.from) continue
    woken.push({ address, plan: await wakeSpawned(wake, address, openStarter(wake, script)) })
  }
  const unknown = findUnknownMentions(posting.text, wake.scope, await loadProjectNames(wake))
  return { message, again, unknown, woken }
}
