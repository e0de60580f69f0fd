import { isAwaited, isWorking } from "../../agents/agent-turns.ts"
import { writeAnswerText } from "../../agents/turn-texts.ts"
import type { Address } from "../../model.ts"
import { switchScope, type Wake } from "../open-wake.ts"
import { postMessage } from "../post-message.ts"
import { gatherTurnFacts } from "./find-agent.ts"

/**
 * Delivers a person's answer to the agent that asked, as a message. Does nothing while the question is open or awaited.
 */
export async function collectAnswer(wake: Wake, address: Address): Promise<void> {
  const agent = await wake.store.agent(address)
  if (agent?.question === undefined || isAwaited(agent, gatherTurnFacts(wake))) return
  const { question } = agent
  const { readQuestionState } = await import("./read-question-state.ts")
  const given = await readQuestionState(wake, question)
  if (given.isOpen) return
  const text = writeAnswerText(given.question, given.answers)
  await postMessage(switchScope(wake, address), {
    from: given.by,
    to: address.agent,
    type: "answer",
    text,
    key: `answer:${question}`,
  })
  await unblock(wake, address, question)
}

export async function unblock(wake: Wake, address: Address, question: string): Promise<void> {
  const now = gatherTurnFacts(wake)
  await wake.store.changeAgent(address, (one) =>
    one.question === question
      ? { question: undefined, waiter: undefined, status: isWorking(one, now) ? "running" : "idle", updated: now.at }
      : undefined,
  )
}
