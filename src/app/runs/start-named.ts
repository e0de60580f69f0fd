import type { Budget } from "../../ports/run-store.ts"
import { startRun } from "../../run/engine/start-run.ts"
import { SkilletError } from "../../skill/failure.ts"
import type { Problem } from "../../skill/problem.ts"
import type { Skillet } from "../open-skillet.ts"
import { requireLimitsFor } from "../require-limits.ts"
import { type FoundWorkflow, findWorkflow } from "../workflows/find-workflow.ts"
import { acceptable } from "./acceptable.ts"
import type { Runs } from "./open-runs.ts"
import { settleRun } from "./settle-run.ts"

export interface StartOptions {
  readonly params?: Readonly<Record<string, unknown>>
  readonly budget?: Budget
  /** Rules for the commands of gates that a person adds. */
  readonly allow?: readonly string[]
  readonly source?: string
  readonly renew?: readonly string[]
}

/** Begins a run of a workflow by its name. Gives the run's id. */
export async function startNamed(
  skillet: Skillet,
  runs: Runs,
  { name, ...options }: StartOptions & { readonly name: string },
): Promise<string> {
  return startFound(skillet, runs, { ...options, found: await findWorkflow(skillet, name) })
}

export async function startFound(
  skillet: Skillet,
  runs: Runs,
  { found, ...options }: StartOptions & { readonly found: FoundWorkflow },
): Promise<string> {
  refuseBroken(found)
  await requireLimitsFor(skillet, found.workflow)
  const { workflow, children, skill } = found
  const { project, branch } = runs
  const { params = {}, ...more } = options
  const id = runs.newId()
  const started = await startRun(runs.engine, workflow, {
    ...more,
    id,
    params,
    project,
    branch,
    children,
    skill: { path: skill.path, trust: skill.trust },
  })
  if (started.kind === "problems")
    throw new SkilletError("run.bad-params", started.problems.map(({ message }) => message).join("; "), {
      retry: "no",
      next: started.problems[0]?.fix ?? `skillet workflow show ${workflow.name} lists what it takes`,
    })
  acceptable(started)
  await settleRun(runs, id, skillet.options)
  return id
}

/** A workflow that fails its check is not run. */
function refuseBroken({ workflow, problems }: FoundWorkflow): void {
  const [first, ...more] = problems.filter(({ level }) => level === "error")
  if (first === undefined) return
  throw new SkilletError(
    first.code,
    `workflow ${workflow.name} is broken: ${placed(first)}${more.length > 0 ? ` and ${more.length} more` : ""}`,
    {
      retry: "no",
      next: `skillet workflow check ${workflow.name} names everything that is wrong`,
    },
  )
}

function placed({ message, path, line }: Problem): string {
  return `${message} (${path}:${line ?? 1})`
}
