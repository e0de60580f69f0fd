import type { PromptPlan } from "../../agents/agent-turns.ts"
import { isAwaited } from "../../agents/agent-turns.ts"
import { QUESTION_WORKFLOW } from "../../agents/question.ts"
import type { Run } from "../../../run/model.ts"
import type { SkilletOptions } from "../../../catalog/io/session/options.ts"
import type { Agent } from "../../model.ts"
import { openWake, type Wake } from "../open-wake.ts"
import { gatherTurnFacts } from "./find-agent.ts"
import { openStarter } from "./start-work.ts"
import { wakeSpawned } from "./wake-spawned.ts"

export interface AskerWoken {
  readonly agent: string
  readonly plan: PromptPlan | { readonly kind: "awaited" }
}

/** The agent whose question a run is, and whether a process of it waits for the answer. */
export interface Asker {
  readonly agent: string
  readonly isAwaited: boolean
}

type Question = Pick<Run, "id" | "workflow" | "project" | "branch">

/** Asked before an answer is given: a process that waits for it forgets its question as soon as it sees the answer. */
export async function findAsker(run: Question, options: SkilletOptions): Promise<Asker | undefined> {
  if (run.workflow !== QUESTION_WORKFLOW) return undefined
  const wake = await openWake(options)
  try {
    const asker = await findWaiting(wake, run)
    return asker && { agent: asker.agent, isAwaited: isAwaited(asker, gatherTurnFacts(wake)) }
  } finally {
    await wake.close()
  }
}

/**
 * Wakes the agent whose question a run was, once the run is over. Undefined if the run is not an agent's question.
 * `before` is who asked before the answer was given.
 */
export async function wakeAsker(
  run: Question,
  options: SkilletOptions,
  { script, before }: { readonly script: string; readonly before?: Asker | undefined },
): Promise<AskerWoken | undefined> {
  if (run.workflow !== QUESTION_WORKFLOW) return undefined
  if (before?.isAwaited === true) return { agent: before.agent, plan: { kind: "awaited" } }
  const wake = await openWake(options)
  try {
    const asker = await findWaiting(wake, run)
    if (asker === undefined) return undefined
    const { agent } = asker
    if (isAwaited(asker, gatherTurnFacts(wake))) return { agent, plan: { kind: "awaited" } }
    const { project, branch } = run
    return { agent, plan: await wakeSpawned(wake, { project, branch, agent }, openStarter(wake, script)) }
  } finally {
    await wake.close()
  }
}

async function findWaiting({ store }: Wake, { id, project, branch }: Question): Promise<Agent | undefined> {
  return (await store.agents({ project, branch })).find(({ question }) => question === id)
}
