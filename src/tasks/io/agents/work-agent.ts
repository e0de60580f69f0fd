import { randomBytes } from "node:crypto"
import type { AgentAnswer } from "../../../agents/agent-driver.ts"
import { describeError, SkilletError } from "../../../problem/failure.ts"
import { planNextTurn, takeTurn } from "../../agents/agent-turns.ts"
import { writeEndNotes, endTurn, mayNeedReview } from "../../agents/end-turn.ts"
import { writeFailedText, writeTooManyTurnsText } from "../../agents/turn-texts.ts"
import type { Agent, AgentWork } from "../../model.ts"
import type { Wake } from "../open-wake.ts"
import { postMessage } from "../post-message.ts"
import { gatherTurnFacts } from "./find-agent.ts"
import { askAgent, nothingToDoError, type Worker, type Working } from "./ask-agent.ts"

/** Stops agents that would answer each other forever. */
const MOST_TURNS = 10

/**
 * Does the work of a spawned agent in this process.
 *
 * 1. One process takes a turn; a second one finds none.
 * 2. The prompt is the packet of a wake-up, which is confirmed when the agent has read it.
 * 3. The answer is a message to the agent that spawned it, posted once for a turn.
 * 4. Messages that arrive in the meantime are the next turn. If there are none, the process ends.
 * 5. A process that is stopped changes nothing: the process that stops it records that, and a dead one is noticed by
 *    the next command.
 */
export async function workAgent(working: Working, name: string): Promise<boolean> {
  const { wake } = working
  const address = { ...wake.scope, agent: name }
  const worker = wake.nameWorker(`agent-${randomBytes(6).toString("hex")}`)
  for (let turn = 1; ; turn++) {
    const agent = await wake.store.changeAgent(address, (one) => takeTurn(one, worker, wake.now()))
    if (!isWorker(agent)) {
      if (turn > 1) return true
      throw nothingToDoError(name)
    }
    if (!(await oneTurn(working, agent))) return false
    if (!(await hasNews(wake, name))) return true
    if (turn === MOST_TURNS) {
      await pauseWork(wake, agent)
      return true
    }
    await wake.store.changeAgent(address, (one) => planNextTurn(one, "prompted", gatherTurnFacts(wake)))
  }
}

async function oneTurn(working: Working, agent: Worker): Promise<boolean> {
  const { wake, signal } = working
  try {
    const answer = await askAgent(working, agent)
    await endWork(wake, agent, { answer })
    return true
  } catch (error) {
    if (signal.aborted) return false
    await endWork(wake, agent, { error })
    return false
  }
}

async function hasNews({ store, scope }: Wake, name: string): Promise<boolean> {
  const agent = await store.agent({ ...scope, agent: name })
  const last = await store.messages(scope, { to: name, most: 20 })
  return agent?.question === undefined && last.some(({ id, from }) => id > (agent?.seen ?? 0) && from !== name)
}

async function pauseWork(wake: Wake, { agent, work }: Worker): Promise<void> {
  const key = `paused:${agent}:${work.turn}`
  await postMessage(wake, {
    from: agent,
    to: work.by,
    type: "notice",
    text: writeTooManyTurnsText(agent, MOST_TURNS, wake.program),
    key,
  })
}

function isWorker(agent: Agent | undefined): agent is Worker {
  return agent?.work !== undefined
}

type TurnEnd = { readonly answer: AgentAnswer } | { readonly error: unknown }

/** Posts the result of a turn to the agent that requested it, records it, and only then marks the agent as finished. */
async function endWork(wake: Wake, agent: Agent & { readonly work: AgentWork }, end: TurnEnd): Promise<void> {
  const { work, agent: name } = agent
  const { store, scope } = wake
  const { text, status, session, why } = summariseTurn(wake, name, end)
  const type = status === "completed" ? "result" : "failure"
  await postMessage(wake, { from: name, to: work.by, type, text, key: `turn:${name}:${work.turn}` })
  const task = await store.task(scope, work.task)
  if (mayNeedReview(status, task)) await store.changeTask(scope, work.task, { status: "in_review", at: wake.now() })
  const ended = await store.changeAgent(agent, (one) => ({
    ...endTurn(one, status, wake.now()),
    session: session ?? one.session,
  }))
  const data = { task: work.task, turn: work.turn, why }
  const { kind, code } = writeEndNotes(status, ended?.status)
  await store.note(scope, { kind, agent: name, at: wake.now(), data })
  await store.note(scope, { kind: "process_exit", agent: name, at: wake.now(), data: { ...data, code } })
}

function summariseTurn({ program }: Wake, name: string, end: TurnEnd) {
  if ("answer" in end)
    return { text: end.answer.text, status: "completed", session: end.answer.session, why: undefined } as const
  const { error } = end
  const message = describeError(error)
  const why = error instanceof SkilletError ? `${message} (${error.code})` : message
  return { text: writeFailedText(name, why, program), status: "failed", session: undefined, why } as const
}
