import { findRun } from "../../run/engine.ts"
import { type ForkPlan, planFork } from "../../run/history/plan-fork.ts"
import { SkilletError } from "../../problem/failure.ts"
import { nearestNames } from "../../text/nearest-names.ts"
import { allows } from "../../policy/trust/allows.ts"
import { noPermissions, type Run } from "../../run/model.ts"
import { hashWorkflow } from "../../workflow/hash-workflow.ts"
import { stepOf } from "../../workflow/workflow.ts"
import type { Skillet } from "../open-skillet.ts"
import { type FoundWorkflow, findWorkflow } from "../workflows/find-workflow.ts"
import type { Runs } from "./open-runs.ts"
import { startFound } from "./start-named.ts"

export interface ForkOptions {
  readonly run: string
  /** A step to do again, whatever its answer was. */
  readonly from?: string | undefined
  /** Parameters to change; the others stay. */
  readonly params?: Readonly<Record<string, string>>
}

export interface PlannedFork {
  readonly plan: ForkPlan
  /** Begins the new run. Gives its id. */
  start(): Promise<string>
}

/** A new run of the workflow as it is written now, with every answer of the old one that still holds. */
export async function forkRun(
  skillet: Skillet,
  runs: Runs,
  { run: id, from, params = {} }: ForkOptions,
): Promise<PlannedFork> {
  const { engine } = runs
  const run = await findRun(engine, id)
  const found: FoundWorkflow = await findWorkflow(skillet, run.workflow)
  const { workflow } = found
  if (from !== undefined && stepOf(workflow, from) === undefined)
    throw noStep(
      workflow.steps.map((step) => step.id),
      from,
    )
  const plan = await planFork(engine, id, { workflow, params, from })
  const before = JSON.parse(run.params) as Readonly<Record<string, unknown>>
  return {
    plan,
    start: () =>
      startFound(skillet, runs, {
        found,
        params: { ...before, ...params },
        budget: run.budget,
        permissions: isAsAllowed(run, found) ? run.permissions : noPermissions,
        source: id,
        renew: from === undefined ? [] : [from],
      }),
  }
}

/** What a person allowed was for the text as it was then; of a skill nobody approved, another text has to be allowed anew. */
function isAsAllowed(run: Pick<Run, "definition">, { workflow, skill }: FoundWorkflow): boolean {
  return allows(skill.trust, "inline-shell") || hashWorkflow(workflow) === run.definition
}

function noStep(known: readonly string[], step: string): SkilletError {
  const near = nearestNames(step, known)
  return new SkilletError("run.unknown-step", `the workflow has no step "${step}"`, {
    retry: "no",
    next: near.length > 0 ? `did you mean ${near.join(" or ")}?` : `its steps are ${known.join(", ")}`,
  })
}
