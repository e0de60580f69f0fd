import { setTimeout as sleep } from "node:timers/promises"
import { SkilletError } from "../../../problem/failure.ts"
import { requireStarted, startRun } from "../../../run/advance/start-run.ts"
import { defineQuestionWorkflow, type QuestionState } from "../../agents/question.ts"
import type { Runs } from "../../../run/io/open-runs.ts"
import type { Wake } from "../open-wake.ts"
import { readQuestionState } from "./read-question-state.ts"
import { collectAnswer, unblock } from "./collect-answer.ts"

export interface PersonAsked {
  readonly agent: string
  readonly question: string
  readonly options: readonly string[]
  /** This process waits for the answer. */
  readonly isAwaited?: boolean | undefined
}

/** Puts an agent's question into the inbox of runs. The agent is blocked until it is answered. Returns the run's id. */
export async function askPerson(wake: Wake, runs: Runs, asked: PersonAsked): Promise<string> {
  const { agent, question, options, isAwaited } = asked
  const address = { ...wake.scope, agent }
  await collectAnswer(wake, address)
  const open = (await wake.store.agent(address))?.question
  if (open !== undefined)
    throw new SkilletError("agent.asked-already", `@${agent} is waiting for the answer to ${open}`, {
      retry: "no",
      next: `skillet run current ${open} shows the question; skillet run cancel ${open} withdraws it`,
    })
  const id = runs.newId()
  const { project, branch, program, directory } = runs
  const workflow = defineQuestionWorkflow(options)
  const how = { id, params: { question }, project, branch, program, directory }
  requireStarted(await startRun(runs.engine, workflow, how), workflow.name)
  const at = wake.now()
  const waiter = isAwaited === true ? wake.nameWorker("ask") : undefined
  await wake.store.putAgent(address, { status: "blocked", question: id, waiter, updated: at })
  await wake.store.note(wake.scope, { kind: "agent_blocked", agent, at, data: { question: id } })
  return id
}

const PAUSE = 300

/** Waits for the answer. The agent gets it this way, so it is not delivered again. */
export async function awaitAnswer(wake: Wake, agent: string, run: string): Promise<QuestionState> {
  for (;;) {
    const given = await readQuestionState(wake, run)
    if (!given.isOpen) {
      await unblock(wake, { ...wake.scope, agent }, run)
      return given
    }
    await sleep(PAUSE)
  }
}
