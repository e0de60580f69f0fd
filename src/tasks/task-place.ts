import { type Agent, ORCHESTRATOR, type Task } from "./model.ts"

/** Where an agent is in its tasks, as far as it is shown. */
export interface TaskPlace {
  readonly current?: Task | undefined
  /** The tasks above the current one, the nearest first. */
  readonly above: readonly Task[]
  /** The tree around the current task, depth first. */
  readonly around: readonly Task[]
  /** How many tasks below each shown task are not in `around`, by its id; the roots' own are under "". */
  readonly hidden: Readonly<Record<string, HiddenTasks>>
  /** Other tasks of the agent that are active. */
  readonly others: readonly Task[]
  /** The next pending task, if there is no current one. */
  readonly next?: Task | undefined
  /** The branches that have open tasks, if this one has none. */
  readonly elsewhere?: readonly BranchTasks[] | undefined
}

/** How many tasks of another branch are open. */
export interface BranchTasks {
  readonly branch: string
  readonly open: number
  /** The current branch was created from it, or had this name before. */
  readonly isOrigin: boolean
}

export interface HiddenTasks {
  readonly closed: number
  readonly open: number
}

export const nowhere: TaskPlace = { above: [], around: [], hidden: {}, others: [] }

/**
 * Whose tasks count, in this order until one is open; undefined for everybody's. An agent has its own tasks, whatever its
 * role is. The orchestrator and its sub-agents work on those of the project, and so does a sub-agent without its own.
 */
export function listTaskOwners(
  { agent, role: known, work }: Pick<Agent, "agent" | "role" | "work">,
  role: string,
): readonly (string | undefined)[] {
  if (role === "agent" || work !== undefined) return [agent]
  return role === ORCHESTRATOR || known === ORCHESTRATOR ? [undefined] : [agent, undefined]
}
