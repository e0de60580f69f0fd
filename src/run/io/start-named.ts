import type { EditedAnswer } from "../edited-answer.ts"
import { findRun } from "../engine.ts"
import { requireStarted, startRun } from "../advance/start-run.ts"
import type { Budget, RunPermissions } from "../model.ts"
import { requireSound } from "../../workflow/check/check-workflow.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { WorkflowSession } from "../../workflow/io/load-workflows.ts"
import { requireRunLimits } from "./require-run-limits.ts"
import { type FoundWorkflow, findWorkflow } from "../../workflow/io/find-workflow.ts"
import type { Runs } from "./open-runs.ts"
import { settleRun } from "./report-step.ts"

export interface StartOptions {
  readonly params?: Readonly<Record<string, unknown>>
  readonly budget?: Budget
  /** What a person allows gate commands to do. */
  readonly permissions?: RunPermissions
  readonly source?: string
  readonly renew?: readonly string[]
  /** Records what changes in the checkout from one report to the next. */
  readonly recordChanges?: boolean | undefined
}

/** Starts a run of a workflow by its name. Returns the id of the run. */
export async function startNamed(
  skillet: WorkflowSession,
  runs: Runs,
  { name, ...options }: StartOptions & { readonly name: string },
): Promise<string> {
  return startFound(skillet, runs, { ...options, found: await findWorkflow(skillet, name) })
}

/** A workflow with the skill it belongs to, if it belongs to one. */
export type Startable = Pick<FoundWorkflow, "workflow" | "children" | "problems"> &
  Partial<Pick<FoundWorkflow, "skill">>

export async function startFound(
  skillet: WorkflowSession,
  runs: Runs,
  {
    found,
    ...options
  }: StartOptions & {
    readonly found: Startable
    /** Answers that a person changed for this run. */
    readonly edited?: readonly EditedAnswer[] | undefined
  },
): Promise<string> {
  requireSound(found.workflow.name, found.problems)
  refuseChecked(found.workflow, options)
  await requireRunLimits(skillet, found.workflow)
  const { workflow, children, skill } = found
  const { project, branch, program, directory } = runs
  const { params = {}, recordChanges: isRecorded = false, ...more } = options
  for (const { name } of workflow.params.filter(({ type }) => type === "run"))
    if (typeof params[name] === "string") await findRun(runs.engine, params[name])
  const id = runs.newId()
  const started = await startRun(runs.engine, workflow, {
    ...more,
    id,
    params,
    project,
    branch,
    program,
    directory,
    children,
    skill: skill && { path: skill.path, trust: skill.trust },
  })
  requireStarted(started, workflow.name)
  if (isRecorded) {
    const { beginChanges } = await import("./changes/record-changes.ts")
    await beginChanges(skillet.options.env ?? process.env, { id, directory })
  }
  await settleRun(runs, id, skillet.options)
  return id
}

/**
 * A composite skill begins with steps that no agent does. Steps that a command reports while it starts a run can only be
 * taken over from an earlier run.
 */
export function refuseChecked(
  { name, steps }: Startable["workflow"],
  { source, renew = [] }: Pick<StartOptions, "source" | "renew"> = {},
): void {
  const [first] = steps
  if (first?.reportedBy === undefined) return
  if (first.reportedAtStart !== true)
    throw new SkilletError("run.checked", `${name} is a composite skill, which is started by another command`, {
      retry: "no",
      next: `skillet orchestrate "what the user asked for" --skill ${name}`,
    })
  const start = steps.filter(({ reportedAtStart }) => reportedAtStart === true).map(({ id }) => id)
  if (source !== undefined && !start.some((id) => renew.includes(id))) return
  throw new SkilletError("run.checked", `only skillet ${first.reportedBy} reports ${start.join(" and ")} of ${name}`, {
    retry: "no",
    next: `start it again with skillet ${first.reportedBy}, or fork an earlier run from a later step`,
  })
}
