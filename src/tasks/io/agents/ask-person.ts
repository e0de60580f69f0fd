import { setTimeout as sleep } from "node:timers/promises"
import { SkilletError } from "../../../problem/failure.ts"
import { requireStarted, startRun } from "../../../run/advance/start-run.ts"
import { defineQuestionWorkflow, type QuestionState } from "../../agents/question.ts"
import type { Runs } from "../../../run/io/open-runs.ts"
import type { Address } from "../../model.ts"
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
  const id = runs.newId()
  await claimQuestion(wake, address, id)
  const { project, branch, program, directory } = runs
  const workflow = defineQuestionWorkflow(options)
  const how = { id, params: { question }, project, branch, program, directory }
  try {
    requireStarted(await startRun(runs.engine, workflow, how), workflow.name)
  } catch (error) {
    await unblock(wake, address, id)
    throw error
  }
  const at = wake.now()
  if (isAwaited !== true)
    await wake.store.changeAgent(address, (one) =>
      one.question === id ? { waiter: undefined, updated: at } : undefined,
    )
  await wake.store.note(wake.scope, { kind: "agent_blocked", agent, at, data: { question: id } })
  return id
}

/**
 * An agent has one question at a time: of two that meet, the second is refused. Until its run has started, this process
 * counts as the one that waits for it, so that nobody takes it for withdrawn.
 */
async function claimQuestion(wake: Wake, address: Address, id: string): Promise<void> {
  const { store } = wake
  const at = wake.now()
  const waiter = wake.nameWorker("ask")
  let open: string | undefined
  if ((await store.agent(address)) === undefined) await store.putAgent(address, { updated: at })
  await store.changeAgent(address, (one) => {
    open = one.question
    return open === undefined ? { status: "blocked", question: id, waiter, updated: at } : undefined
  })
  if (open === undefined) return
  throw new SkilletError("agent.asked-already", `@${address.agent} is waiting for the answer to ${open}`, {
    retry: "no",
    next: `skillet run current ${open} shows the question; skillet run cancel ${open} withdraws it`,
  })
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
