import type { Message } from "../../model.ts"
import type { PromptPlan } from "../../agents/agent-turns.ts"
import type { Wake } from "../open-wake.ts"
import { postMessage } from "../post-message.ts"
import { openStarter } from "./start-work.ts"
import { wakeSpawned } from "./wake-spawned.ts"

export interface Prompting {
  readonly agent: string
  readonly from: string
  readonly text: string
  readonly script: string
}

export interface PromptedAgent {
  readonly message: Message
  readonly plan: PromptPlan
}

/** Stores a message, then wakes the agent if Skillet has to do that. */
export async function promptAgent(wake: Wake, { agent, from, text, script }: Prompting): Promise<PromptedAgent> {
  const message = await postMessage(wake, { from, text, to: agent })
  return { message, plan: await wakeSpawned(wake, { ...wake.scope, agent }, openStarter(wake, script)) }
}
