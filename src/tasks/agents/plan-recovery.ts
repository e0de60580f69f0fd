import { SkilletError } from "../../problem/failure.ts"
import type { Agent, Task } from "../model.ts"
import { isWorking, type TurnFacts } from "./agent-turns.ts"

export const MOST_RECOVERIES = 3

export type RecoveryPlan =
  | { readonly kind: "start"; readonly task: Task; readonly attempt: number }
  | { readonly kind: "give-up"; readonly task: Task }
  | { readonly kind: "refused"; readonly why: string; readonly next: string }

/** Whether a dead agent is started again. After three times for the same task a person must look at it. */
export function planRecovery(agent: Agent, open: Task | undefined, now: TurnFacts): RecoveryPlan {
  const name = agent.agent
  if (agent.work === undefined)
    return refused(`@${name} was not spawned by Skillet`, `its host starts it; skillet wake ${name} prints its packet`)
  if (isWorking(agent, now))
    return refused(`@${name} is still working`, `skillet agent peek ${name} shows what it does`)
  if (agent.question !== undefined)
    return refused(`@${name} waits for an answer`, `skillet run answer ${agent.question} --answer TEXT`)
  if (agent.status === "completed" || agent.status === "idle")
    return refused(`@${name} has not died`, `skillet prompt ${name} "…" wakes it`)
  if (open === undefined) return refused(`@${name} has no open task`, `skillet task add "…" --assign ${name}`)
  const attempt = (agent.work.recoveries[open.id] ?? 0) + 1
  return attempt > MOST_RECOVERIES ? { kind: "give-up", task: open } : { kind: "start", task: open, attempt }
}

/** Throws if an agent must not be started again. */
export function requireRecovery(plan: RecoveryPlan): Exclude<RecoveryPlan, { readonly kind: "refused" }> {
  if (plan.kind !== "refused") return plan
  throw new SkilletError("agent.not-recovered", plan.why, { retry: "no", next: plan.next })
}

function refused(why: string, next: string): RecoveryPlan {
  return { kind: "refused", why, next }
}

/** The message to a person when an agent is not started again. */
export function writeGivenUp({ id, title }: Task, agent: string, program: string): string {
  return `Task ${id} (${title}) is marked as failed: ${agent} was started again ${MOST_RECOVERIES} times and died each time. See its log with \`${program} agent logs ${agent}\`. Consider splitting the task into smaller ones.`
}
