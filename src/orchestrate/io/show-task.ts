import { readLearnings, writeLearning } from "./learning-files.ts"
import { incompleteTaskError } from "../task-errors.ts"
import { type LearningPlan, planLearnings, appendEntries } from "../learnings.ts"
import type { MemoryRecord } from "../memory-record.ts"
import { findPhaseAttempt } from "../memory/verify-work.ts"
import { gatherLearningFacts, findMissingOutputs, protocolSteps } from "../protocol.ts"
import { explainHalt, type OrchestrationState, describeOrchestration } from "../state/orchestration-state.ts"
import { type TaskDirective, buildTaskDirective } from "../state/task-directive.ts"
import { readOutside } from "../../run/directive/commands.ts"
import { buildDirective } from "../../run/current-directive.ts"
import { readValues } from "../../run/advance/pending-commit.ts"
import { openHistory } from "../../run/history.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import { openTask, type CompositeTask } from "./open-task.ts"
import { gatherRecords, readRecords } from "./read-records.ts"

/** Everything about a job. */
export async function showTask(runs: Runs, id: string): Promise<OrchestrationState> {
  const task = await openTask(runs, id)
  const history = openHistory(runs.engine.store)
  const whole = { ...task, values: await readAll(task), records: await gatherRecords(runs, task.run) }
  return describeOrchestration({
    ...whole,
    steps: protocolSteps,
    visits: await history.visits(id),
    questions: await history.questions({ run: id }),
    offered: planTaskLearnings(whole).entries.length,
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
  const current = await buildDirective(runs.engine, task.pending)
  const directive = isOutside ? readOutside(current) : current
  const { step, round, dispatches, done } = directive
  const works = dispatches.flatMap(({ item }) => findPhaseAttempt(task, { step, round, entered: 0, item }) ?? [])
  const common = { directive, skill: task.composite.name, works }
  if (!done) return buildTaskDirective({ ...common, offered: 0 })
  const ended = await readEnded(task)
  const reason = explainHalt(ended)
  const missing = reason === undefined ? findMissingOutputs(ended.values) : []
  if (missing.length > 0) throw incompleteTaskError(task.task, missing)
  const summary = (ended.values["summary"] as { readonly summary?: string } | undefined)?.summary
  return buildTaskDirective({ ...common, reason, summary, offered: planTaskLearnings(ended).entries.length })
}

/** What a finished job adds to the learnings of the project. */
function planTaskLearnings(task: Ended): LearningPlan {
  const facts = gatherLearningFacts(task)
  if (facts === undefined) return { because: [], entries: [] }
  const agents = [...new Set(facts.agents)]
  return planLearnings(facts, Object.fromEntries(agents.map((agent) => [agent, readLearnings(task.top, agent)])))
}

export interface Learned extends LearningPlan {
  /** The files that were written, from the project's top directory. */
  readonly files: readonly string[]
}

/** Saves the learnings of a finished job, in Markdown files that a person can edit. */
export async function saveLearnings(runs: Runs, id: string): Promise<Learned> {
  const task = await readEnded(await openTask(runs, id))
  const plan = planTaskLearnings(task)
  const written = plan.entries.map(({ agent, file, entry }) => {
    const text = appendEntries(readLearnings(task.top, agent)[file], `${agent}: ${file}`, [entry])
    return writeLearning(task.top, { agent, file, text })
  })
  return { ...plan, files: [...new Set(written)] }
}
