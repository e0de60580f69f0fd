import type { PromptPlan } from "../../agents/agent-turns.ts"
import { isAwaited } from "../../agents/agent-turns.ts"
import { QUESTION_WORKFLOW } from "../../agents/question.ts"
import type { Run } from "../../../run/model.ts"
import type { SkilletOptions } from "../../../catalog/io/session/options.ts"
import { openWake } from "../open-wake.ts"
import { gatherTurnFacts } from "./find-agent.ts"
import { openStarter } from "./start-work.ts"
import { wakeSpawned } from "./wake-spawned.ts"

export interface AskerWoken {
  readonly agent: string
  readonly plan: PromptPlan | { readonly kind: "awaited" }
}

/** Wakes the agent whose question a run was, once the run is over. Undefined if the run is not an agent's question. */
export async function wakeAsker(
  { id, workflow, project, branch }: Pick<Run, "id" | "workflow" | "project" | "branch">,
  options: SkilletOptions,
  script: string,
): Promise<AskerWoken | undefined> {
  if (workflow !== QUESTION_WORKFLOW) return undefined
  const wake = await openWake(options)
  try {
    const asker = (await wake.store.agents({ project, branch })).find(({ question }) => question === id)
    if (asker === undefined) return undefined
    const { agent } = asker
    if (isAwaited(asker, gatherTurnFacts(wake))) return { agent, plan: { kind: "awaited" } }
    return { agent, plan: await wakeSpawned(wake, { project, branch, agent }, openStarter(wake, script)) }
  } finally {
    await wake.close()
  }
}
