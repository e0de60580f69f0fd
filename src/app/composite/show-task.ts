import { readLearnings, writeLearning } from "../../adapters/memory/learning-files.ts"
import { incomplete } from "../../composite/blocked.ts"
import { type LearningPlan, planLearnings, withEntries } from "../../composite/learnings/learnings.ts"
import { workAt } from "../../composite/memory/verify-work.ts"
import { learningFacts, missingOutputs, protocolSteps } from "../../composite/protocol.ts"
import {
  haltReason,
  type OrchestrationState,
  orchestrationState,
  type StateFacts,
} from "../../composite/state/orchestration-state.ts"
import { type TaskDirective, taskDirective } from "../../composite/state/task-directive.ts"
import { readOutside } from "../../run/directive/commands.ts"
import { currentDirective } from "../../run/current-directive.ts"
import { historyOf } from "../../run/history.ts"
import type { Runs } from "../runs/open-runs.ts"
import { openTask, type CompositeTask } from "./open-task.ts"

/** Everything about a task. */
export async function showTask(runs: Runs, id: string): Promise<OrchestrationState> {
  const task = await openTask(runs, id)
  const questions = await historyOf(runs.engine.store).questions({ run: id })
  return orchestrationState({ ...factsOf(task), questions })
}

function factsOf(task: CompositeTask): StateFacts {
  return { ...task, steps: protocolSteps, questions: [], offered: learningsOf(task).entries.length }
}

/**
 * What to do next, derived from committed state. A task is complete only with all six outputs. For a reader outside
 * the project, every command names its directory.
 */
export async function directTask(runs: Runs, task: CompositeTask, isOutside = false): Promise<TaskDirective> {
  const current = await currentDirective(runs.engine, task.task)
  const directive = isOutside ? readOutside(current) : current
  const facts = factsOf(task)
  const reason = haltReason(facts)
  const { step, round, dispatches, done } = directive
  const missing = done && reason === undefined ? missingOutputs(task.values) : []
  if (missing.length > 0) throw incomplete(task.task, missing)
  const works = dispatches.flatMap(({ item }) => workAt(task, { step, round, entered: 0, item }) ?? [])
  const summary = (task.values["summary"] as { readonly summary?: string } | undefined)?.summary
  return taskDirective({ directive, skill: task.composite.name, works, reason, summary, offered: facts.offered })
}

/** What a finished task adds to the learnings of the project. */
function learningsOf(task: CompositeTask): LearningPlan {
  const facts = learningFacts(task)
  if (facts === undefined) return { because: [], entries: [] }
  const agents = [...new Set(facts.agents)]
  return planLearnings(facts, Object.fromEntries(agents.map((agent) => [agent, readLearnings(task.top, agent)])))
}

export interface Learned extends LearningPlan {
  /** The files that were written, from the project's top directory. */
  readonly files: readonly string[]
}

/** Saves the learnings of a finished task, in Markdown files that a person can edit. */
export async function learnFrom(runs: Runs, id: string): Promise<Learned> {
  const task = await openTask(runs, id)
  const plan = learningsOf(task)
  const written = plan.entries.map(({ agent, file, entry }) => {
    const text = withEntries(readLearnings(task.top, agent)[file], `${agent}: ${file}`, [entry])
    return writeLearning(task.top, { agent, file, text })
  })
  return { ...plan, files: [...new Set(written)] }
}
