import { SkilletError } from "../../../problem/failure.ts"
import { isDead, maySpawn, type TurnFacts } from "../../agents/agent-turns.ts"
import { writeDiedText } from "../../agents/turn-texts.ts"
import type { Agent } from "../../model.ts"
import { switchScope, type Wake } from "../open-wake.ts"
import { postMessage } from "../post-message.ts"

export function gatherTurnFacts({ now, isGone }: Pick<Wake, "now" | "isGone">): TurnFacts {
  return { at: now(), isGone }
}

/**
 * The agents of this branch. Those whose process died are marked as failed first, and the agent that spawned them gets
 * a message.
 */
export async function findAgents(wake: Wake): Promise<readonly Agent[]> {
  for (const agent of await wake.store.agents(wake.scope)) await settleDead(wake, agent)
  return wake.store.agents(wake.scope)
}

export async function findAgent(wake: Wake, name: string): Promise<Agent> {
  const found = await wake.store.agent({ ...wake.scope, agent: name })
  if (found === undefined)
    throw new SkilletError("agent.missing", `there is no agent ${name} on this branch`, {
      retry: "no",
      next: "skillet agent status lists the agents",
    })
  return (await settleDead(wake, found)) ?? found
}

/** Who may start and end agents. */
export async function requireOrchestrator({ options, store, scope }: Wake): Promise<void> {
  const self = (options.env ?? process.env)["SKILLET_AGENT"]
  if (maySpawn(self, self ? await store.agent({ ...scope, agent: self }) : undefined)) return
  throw new SkilletError("agent.not-orchestrator", `@${self} may not start or end agents`, {
    retry: "no",
    next: 'ask for it: skillet say "@orchestrator …"',
  })
}

/** Undefined if it is not dead, or if another process noticed it first. */
export async function settleDead(at: Wake, agent: Agent): Promise<Agent | undefined> {
  const wake = switchScope(at, agent)
  const { store, scope } = wake
  const now = gatherTurnFacts(wake)
  const settled = await store.changeAgent(agent, (one) =>
    isDead(one, now)
      ? { status: "failed", work: one.work && { ...one.work, worker: undefined }, updated: now.at }
      : undefined,
  )
  if (settled?.work === undefined) return undefined
  const { work, agent: name } = settled
  const data = { task: work.task, turn: work.turn, code: null }
  await store.note(scope, { kind: "process_exit", agent: name, at: now.at, data })
  await store.note(scope, { kind: "agent_failed", agent: name, at: now.at, data: { ...data, why: "its process died" } })
  await postMessage(wake, {
    from: name,
    to: work.by,
    type: "failure",
    text: writeDiedText(name, wake.program),
    key: `died:${name}:${work.turn}`,
  })
  return settled
}
