import { endGroup } from "../../../system/programs/end-group.ts"
import { findWorkerPid } from "../../../system/database/worker.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { endTurn } from "../../agents/end-turn.ts"
import type { Agent } from "../../model.ts"
import type { Wake } from "../open-wake.ts"
import { findAgent, requireOrchestrator } from "./find-agent.ts"

export interface Killed {
  readonly agent: Agent
  /** False if none of its processes was running. */
  readonly wasRunning: boolean
}

/** Stops an agent's process with everything it started. Its task stays as it is. */
export async function killAgent(wake: Wake, name: string, isForced: boolean): Promise<Killed> {
  await requireOrchestrator(wake)
  const agent = await findAgent(wake, name)
  const worker = agent.work?.worker
  const pid = worker === undefined ? undefined : findWorkerPid(worker)
  if (pid === undefined || worker === undefined) return { agent, wasRunning: false }
  if (!(await endGroup(pid, isForced)))
    throw new SkilletError("agent.not-killed", `@${name} did not end within five seconds`, {
      retry: "later",
      next: `skillet agent kill ${name} --force`,
    })
  const at = wake.now()
  const killed = await wake.store.changeAgent(agent, (one) =>
    one.work?.worker === worker ? endTurn(one, "killed", at) : undefined,
  )
  if (killed === undefined) return { agent: await findAgent(wake, name), wasRunning: true }
  const data = { task: agent.work?.task, turn: agent.work?.turn, code: null }
  await wake.store.note(wake.scope, { kind: "agent_killed", agent: name, at, data })
  await wake.store.note(wake.scope, { kind: "process_exit", agent: name, at, data })
  return { agent: killed, wasRunning: true }
}
