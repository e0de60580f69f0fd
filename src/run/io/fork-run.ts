import type { EditedAnswer } from "../edited-answer.ts"
import { findRun, noSuchRunError } from "../engine.ts"
import { findLatestRound, NO_ITEM, type Run } from "../model.ts"
import { type ForkPlan, keepPermissions, planFork } from "../history/plan-fork.ts"
import type { WorkflowSession } from "../../workflow/io/load-workflows.ts"
import { findWorkflow } from "../../workflow/io/find-workflow.ts"
import { cancelRun } from "./answer-question.ts"
import { wereChangesRecorded } from "./changes/locate-changes.ts"
import type { Runs } from "./open-runs.ts"
import { type Startable, startFound } from "./start-named.ts"

export interface ForkOptions {
  readonly run: string
  /** A step to repeat, whatever its answer was. */
  readonly from?: string | undefined
  /** Parameters to change; the others stay. */
  readonly params?: Readonly<Record<string, string>>
  /** Answers that are taken over with another text. Default: the latest round; the only item. */
  readonly edits?: readonly AnswerEdit[] | undefined
  /** Who edited them. */
  readonly by?: string | undefined
}

export interface AnswerEdit {
  readonly step: string
  readonly round?: number | undefined
  readonly item?: string | undefined
  readonly text: string
}

export interface PlannedFork {
  readonly plan: ForkPlan
  /** Starts the new run. Returns its id. */
  start(): Promise<string>
}

/** A new run of the workflow in its current form, with every answer of the old run that is still valid. */
export async function forkRun(
  skillet: WorkflowSession,
  runs: Runs,
  { run: id, from, params = {}, edits = [], by = "a person" }: ForkOptions,
): Promise<PlannedFork> {
  const { engine } = runs
  const run = await findRun(engine, id)
  const found = await findRunWorkflow(skillet, runs, run)
  const { workflow } = found
  const edited = edits.map(
    ({ step, round = findLatestRound(run, step), item = NO_ITEM, text }): EditedAnswer => ({
      step,
      round,
      item,
      text,
      by,
    }),
  )
  const plan = await planFork(engine, id, { workflow, params, from, edited })
  const before = JSON.parse(run.params) as Readonly<Record<string, unknown>>
  return {
    plan,
    async start() {
      const started = await startFound(skillet, runs, {
        found,
        params: { ...before, ...params },
        budget: run.budget,
        permissions: keepPermissions(run, workflow, found.skill?.trust ?? "own"),
        source: id,
        recordChanges: wereChangesRecorded(skillet.options.env ?? process.env, id),
        renew: from === undefined ? [] : [from],
        edited: edited.length === 0 ? undefined : edited,
      })
      // Old runs may have been removed a moment ago; from now on this run keeps its source.
      if ((await engine.store.load({ run: id })) !== undefined) return started
      await cancelRun(runs, started, { reason: `run ${id} was removed`, by: "skillet" })
      throw noSuchRunError(id)
    },
  }
}

/** A workflow of Skillet itself, such as a review, belongs to no skill; the definition of its run is used. */
async function findRunWorkflow(skillet: WorkflowSession, { engine }: Runs, run: Run): Promise<Startable> {
  if (run.skill !== undefined) return findWorkflow(skillet, run.workflow)
  return { workflow: await engine.definitions.find(run.definition), children: [], problems: [] }
}
