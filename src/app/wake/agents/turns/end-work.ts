import type { AgentAnswer } from "../../../../ports/agents/agent-driver.ts"
import { SkilletError } from "../../../../problem/failure.ts"
import { endTurn } from "../../../../wake/agents/agent-turns.ts"
import { failedText } from "../../../../wake/agents/turn-texts.ts"
import type { Agent, AgentWork } from "../../../../wake/model.ts"
import type { Wake } from "../../open-wake.ts"
import { postMessage } from "../../post-message.ts"

export type TurnEnd = { readonly answer: AgentAnswer } | { readonly error: unknown }

/** Posts what came of a turn to the agent that wanted it, notes it, and only then marks the agent as finished. */
export async function endWork(wake: Wake, agent: Agent & { readonly work: AgentWork }, end: TurnEnd): Promise<void> {
  const { work, agent: name } = agent
  const { store, scope } = wake
  const { text, status, session, why } = outcomeOf(name, end)
  await postMessage(wake, { from: name, to: work.by, text, key: `turn:${name}:${work.turn}` })
  const task = await store.task(scope, work.task)
  if (status === "completed" && task?.status === "active" && task.children === 0)
    await store.changeTask(scope, task.id, { status: "in_review", at: wake.now() })
  const ended = await store.changeAgent(agent, (one) => ({
    ...endTurn(one, status, wake.now()),
    session: session ?? one.session,
  }))
  const data = { task: work.task, turn: work.turn, why }
  const kind = status === "failed" ? "agent_failed" : ended?.status === "blocked" ? "agent_blocked" : "agent_completed"
  await store.note(scope, { kind, agent: name, at: wake.now(), data })
  const code = status === "failed" ? 1 : 0
  await store.note(scope, { kind: "process_exit", agent: name, at: wake.now(), data: { ...data, code } })
}

function outcomeOf(name: string, end: TurnEnd) {
  if ("answer" in end)
    return { text: end.answer.text, status: "completed", session: end.answer.session, why: undefined } as const
  const { error } = end
  const message = error instanceof Error ? error.message : String(error)
  const why = error instanceof SkilletError ? `${message} (${error.code})` : message
  return { text: failedText(name, why), status: "failed", session: undefined, why } as const
}
