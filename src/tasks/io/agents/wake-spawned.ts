import { planNextTurn, planPrompt, type PromptPlan } from "../../agents/agent-turns.ts"
import type { Address, Agent } from "../../model.ts"
import { findProject } from "../../../system/find-project.ts"
import type { Wake } from "../open-wake.ts"
import { collectAnswer } from "./collect-answer.ts"
import { settleDead, gatherTurnFacts } from "./find-agent.ts"

/** Starts the process that takes the turn of a waiting agent. */
export type Starter = (agent: Agent) => Promise<void>

/** Wakes an agent that has messages, if Skillet has to do that, and returns how it gets them. */
export async function wakeSpawned(wake: Wake, address: Address, start: Starter): Promise<PromptPlan> {
  const { store } = wake
  await collectAnswer(wake, address)
  const known = await store.agent(address)
  const agent = known && ((await settleDead(wake, known)) ?? known)
  const plan = planPrompt(agent, gatherTurnFacts(wake), findProject)
  if (plan.kind !== "start") return plan
  const started = await store.changeAgent(address, (one) => planNextTurn(one, "prompted", gatherTurnFacts(wake)))
  if (started === undefined) return { kind: "working" }
  const data = { task: started.work?.task, turn: started.work?.turn }
  await store.note(address, { kind: "agent_started", agent: address.agent, at: wake.now(), data })
  await start(started)
  return plan
}
