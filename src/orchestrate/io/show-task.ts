import { readLearnings, writeLearning } from "./learning-files.ts"
import { incomplete } from "../blocked.ts"
import { type LearningPlan, planLearnings, withEntries } from "../learnings.ts"
import type { MemoryRecord } from "../memory-record.ts"
import { workAt } from "../memory/verify-work.ts"
import { learningFacts, missingOutputs, protocolSteps } from "../protocol.ts"
import { haltReason, type OrchestrationState, orchestrationState } from "../state/orchestration-state.ts"
import { type TaskDirective, taskDirective } from "../state/task-directive.ts"
import { readOutside } from "../../run/directive/commands.ts"
import { directiveOf } from "../../run/current-directive.ts"
import { readValues } from "../../run/advance/pending-commit.ts"
import { historyOf } from "../../run/history.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import { openTask, type CompositeTask } from "./open-task.ts"
import { gatherRecords, readRecords } from "./read-records.ts"

/** Everything about a job. */
export async function showTask(runs: Runs, id: string): Promise<OrchestrationState> {
  const task = await openTask(runs, id)
  const history = historyOf(runs.engine.store)
  const whole = { ...task, values: await readAll(task), records: await gatherRecords(runs, task.run) }
  return orchestrationState({
    ...whole,
    steps: protocolSteps,
    visits: await history.visits(id),
    questions: await history.questions({ run: id }),
    offered: learningsOf(whole).entries.length,
  })
}

/** The content of all its values. */
async function readAll({ pending, run }: CompositeTask): Promise<Ended["values"]> {
  return readValues(pending, run.values)
}

/** A job with everything that only its end needs. */
interface Ended extends CompositeTask {
  readonly values: Readonly<Record<string, unknown>>
  readonly records: readonly MemoryRecord[]
}

async function readEnded(task: CompositeTask): Promise<Ended> {
  return { ...task, values: await readAll(task), records: await readRecords(task.pending, task.history.entries) }
}

/**
 * What to do next, derived from committed state. A job is complete only with all six outputs. For a reader outside
 * the project, every command names its directory.
 */
export async function directTask(runs: Runs, task: CompositeTask, isOutside = false): Promise<TaskDirective> {
  const current = await directiveOf(runs.engine, task.pending)
  const directive = isOutside ? readOutside(current) : current
  const { step, round, dispatches, done } = directive
  const works = dispatches.flatMap(({ item }) => workAt(task, { step, round, entered: 0, item }) ?? [])
  const common = { directive, skill: task.composite.name, works }
  if (!done) return taskDirective({ ...common, offered: 0 })
  const ended = await readEnded(task)
  const reason = haltReason(ended)
  const missing = reason === undefined ? missingOutputs(ended.values) : []
  if (missing.length > 0) throw incomplete(task.task, missing)
  const summary = (ended.values["summary"] as { readonly summary?: string } | undefined)?.summary
  return taskDirective({ ...common, reason, summary, offered: learningsOf(ended).entries.length })
}

/** What a finished job adds to the learnings of the project. */
function learningsOf(task: Ended): LearningPlan {
  const facts = learningFacts(task)
  if (facts === undefined) return { because: [], entries: [] }
  const agents = [...new Set(facts.agents)]
  return planLearnings(facts, Object.fromEntries(agents.map((agent) => [agent, readLearnings(task.top, agent)])))
}

export interface Learned extends LearningPlan {
  /** The files that were written, from the project's top directory. */
  readonly files: readonly string[]
}

/** Saves the learnings of a finished job, in Markdown files that a person can edit. */
export async function learnFrom(runs: Runs, id: string): Promise<Learned> {
  const task = await readEnded(await openTask(runs, id))
  const plan = learningsOf(task)
  const written = plan.entries.map(({ agent, file, entry }) => {
    const text = withEntries(readLearnings(task.top, agent)[file], `${agent}: ${file}`, [entry])
    return writeLearning(task.top, { agent, file, text })
  })
  return { ...plan, files: [...new Set(written)] }
}
