import { nextTurn, planPrompt, type PromptPlan } from "../../../wake/agents/agent-work.ts"
import type { Message } from "../../../wake/model.ts"
import type { Wake } from "../open-wake.ts"
import { postMessage } from "../post-message.ts"
import { collectAnswer } from "./collect-answer.ts"
import { findAgents, workNow } from "./find-agent.ts"
import { startWork } from "./start-work.ts"

export interface Prompting {
  readonly agent: string
  readonly from: string
  readonly text: string
  readonly script: string
}

export interface Prompted {
  readonly message: Message
  readonly plan: PromptPlan
}

/** Stores a message, then wakes the agent if that is ours to do. */
export async function promptAgent(wake: Wake, { agent, from, text, script }: Prompting): Promise<Prompted> {
  const address = { ...wake.scope, agent }
  const message = await postMessage(wake, { from, text, to: agent })
  await collectAnswer(wake, address)
  const known = (await findAgents(wake)).find((one) => one.agent === agent)
  const plan = planPrompt(known, workNow(wake))
  if (plan.kind !== "start") return { message, plan }
  const started = await wake.store.changeAgent(address, (one) => nextTurn(one, "prompted", workNow(wake)))
  if (started === undefined) return { message, plan: { kind: "working" } }
  const data = { task: started.work?.task, turn: started.work?.turn }
  await wake.store.note(wake.scope, { kind: "agent_started", agent, at: wake.now(), data })
  await startWork(wake, started, script)
  return { message, plan }
}
