import { randomBytes } from "node:crypto"
import { nextTurn, takeTurn } from "../../../../wake/agents/agent-turns.ts"
import { tooManyTurnsText } from "../../../../wake/agents/turn-texts.ts"
import type { Agent } from "../../../../wake/model.ts"
import type { Wake } from "../../open-wake.ts"
import { postMessage } from "../../post-message.ts"
import { askAgent, nothingToDo, type Worker, type Working } from "./ask-agent.ts"
import { endWork } from "./end-work.ts"
import { workNow } from "../find/find-agent.ts"

/** Agents that answer each other must come to an end. */
const MOST_TURNS = 10

/**
 * Does the work of a spawned agent in this process.
 *
 * 1. One process takes a turn; a second one finds none.
 * 2. The prompt is the packet of a wake-up, which is confirmed when the agent has read it.
 * 3. The answer is a message to the agent that spawned it, posted once for a turn.
 * 4. Messages that came meanwhile are the next turn. When there are none, the process ends.
 * 5. A process that is ended changes nothing: the one that ends it says so, and one that died is found by the next look.
 */
export async function workAgent(working: Working, name: string): Promise<boolean> {
  const { wake } = working
  const address = { ...wake.scope, agent: name }
  const worker = wake.nameWorker(`agent-${randomBytes(6).toString("hex")}`)
  for (let turn = 1; ; turn++) {
    const agent = await wake.store.changeAgent(address, (one) => takeTurn(one, worker, wake.now()))
    if (!isWorker(agent)) {
      if (turn > 1) return true
      throw nothingToDo(name)
    }
    if (!(await oneTurn(working, agent))) return false
    if (!(await hasNews(wake, name))) return true
    if (turn === MOST_TURNS) {
      await pauseWork(wake, agent)
      return true
    }
    await wake.store.changeAgent(address, (one) => nextTurn(one, "prompted", workNow(wake)))
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
  await postMessage(wake, { from: agent, to: work.by, text: tooManyTurnsText(agent, MOST_TURNS), key })
}

function isWorker(agent: Agent | undefined): agent is Worker {
  return agent?.work !== undefined
}
