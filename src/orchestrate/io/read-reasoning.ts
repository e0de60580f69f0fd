import { SkilletError } from "../../problem/failure.ts"
import type { Budget, Run } from "../../run/model.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import type { Reasoned } from "../choice/choose-composite-skill.ts"
import type { Thought } from "../composite.ts"
import { noReasoningError, unfinishedReasoningError } from "../job-errors.ts"
import type { MemoryRecord } from "../memory-record.ts"
import { REASONING_PHASE } from "../units.ts"
import type { JobRequest } from "../job-request.ts"
import { openJob, readNamed } from "./open-job.ts"

/** The reasoning that a job begins with: where it is, what it chose, and what the job was asked for. */
export interface ReadReasoning {
  readonly thought: Thought
  /** Undefined if the session is not one of our jobs: then it is only recorded. */
  readonly reasoned?: Reasoned | undefined
  readonly asked?: Pick<JobRequest, "query" | "memory" | "route" | "flags" | "budget" | "permissions"> | undefined
}

/** Reads a session by its id. It must have ended with a choice, if it is a job of this machine. */
export async function readReasoning(runs: Runs, session: string): Promise<ReadReasoning> {
  const job = await findJob(runs, session)
  if (job === undefined) return { thought: { session } }
  const { run, composite, query, folder } = job
  if (composite.choosing === undefined) throw noReasoningError(session)
  if (run.status !== "done" || run.outcome !== "ok") throw unfinishedReasoningError(session, run.status === "running")
  const values = await readNamed(job.pending, [REASONING_PHASE])
  const { skill, memory_file: file } = values[REASONING_PHASE] as MemoryRecord
  if (skill === undefined) throw noReasoningError(session)
  const { route, flags } = composite.choosing
  return {
    thought: { session, file },
    reasoned: { session, skill },
    asked: { query, memory: folder, route, flags, budget: subtractSpent(run), permissions: run.permissions },
  }
}

async function findJob(runs: Runs, id: string) {
  try {
    return await openJob(runs, id)
  } catch (error) {
    if (error instanceof SkilletError && error.code === "composite.no-such-job") return undefined
    throw error
  }
}

/** What the reasoning used counts against the ceilings that were given for the whole. */
function subtractSpent({ budget, spent }: Pick<Run, "budget" | "spent">): Budget {
  const left = (most: number | undefined, used: number) => (most === undefined ? undefined : Math.max(0, most - used))
  const money = left(budget.money, spent.money)
  return {
    ...budget,
    agents: left(budget.agents, spent.agents),
    tokens: left(budget.tokens, spent.tokens),
    ...(money === undefined ? {} : { money }),
  }
}
