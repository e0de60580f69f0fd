import { SkilletError } from "../../../problem/failure.ts"
import { planNextTurn } from "../../agents/agent-turns.ts"
import { writeGivenUp, planRecovery, type RecoveryPlan, requireRecovery } from "../../agents/plan-recovery.ts"
import { changeTask } from "../change-tasks.ts"
import type { Wake } from "../open-wake.ts"
import { postMessage } from "../post-message.ts"
import { findAgent, requireOrchestrator, gatherTurnFacts } from "./find-agent.ts"
import { startWork } from "./start-work.ts"

export type Recovered = Exclude<RecoveryPlan, { readonly kind: "refused" }>

/** Restarts a dead agent, or gives up its task and notifies a person. */
export async function recoverAgent(wake: Wake, name: string, script: string): Promise<Recovered> {
  await requireOrchestrator(wake)
  const agent = await findAgent(wake, name)
  const { current } = await wake.store.place(wake.scope, name)
  const now = gatherTurnFacts(wake)
  const plan = requireRecovery(planRecovery(agent, current, now))
  const { task } = plan
  if (plan.kind === "give-up") {
    await changeTask(wake, task.id, { status: "failed", note: `gave up: @${name} died too often` })
    await postMessage(wake, {
      from: name,
      to: "human",
      type: "failure",
      requiresHuman: true,
      text: writeGivenUp(task, name, wake.program),
      key: `gave-up:${name}:${task.id}`,
    })
    return plan
  }
  const started = await wake.store.changeAgent(agent, (one) => {
    const change = planNextTurn(one, "recovered", now)
    const recoveries = { ...one.work?.recoveries, [task.id]: plan.attempt }
    return change?.work && { ...change, session: undefined, work: { ...change.work, recoveries } }
  })
  if (started === undefined)
    throw new SkilletError("agent.not-recovered", `@${name} is already working again`, {
      retry: "no",
      next: `skillet agent peek ${name} shows what it does`,
    })
  const data = { task: task.id, turn: started.work?.turn, attempt: plan.attempt }
  await wake.store.note(wake.scope, { kind: "agent_started", agent: name, at: now.at, data })
  await startWork(wake, started, script)
  return plan
}
