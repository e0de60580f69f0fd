import { startRun } from "../../run/start-run.ts"
import type { Budget, RunPermissions } from "../../run/model.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { FileProblem, Problem } from "../../problem/problem.ts"
import type { Skillet } from "../open-skillet.ts"
import { requireLimitsFor } from "../require-limits.ts"
import { type FoundWorkflow, findWorkflow } from "../workflows/find-workflow.ts"
import { acceptable } from "./acceptable.ts"
import type { Runs } from "./open-runs.ts"
import { settleRun } from "./settle-run.ts"

export interface StartOptions {
  readonly params?: Readonly<Record<string, unknown>>
  readonly budget?: Budget
  /** What a person allows gate commands. */
  readonly permissions?: RunPermissions
  readonly source?: string
  readonly renew?: readonly string[]
}

/** Starts a run of a workflow by its name. Returns the id of the run. */
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
  const { project, branch, program, directory } = runs
  const { params = {}, ...more } = options
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
    skill: { path: skill.path, trust: skill.trust },
  })
  if (started.kind === "problems") throw notStarted(workflow.name, started.problems)
  acceptable(started)
  await settleRun(runs, id, skillet.options)
  return id
}

function notStarted(workflow: string, problems: readonly FileProblem[]): SkilletError {
  const [first] = problems
  const code = first?.code.startsWith("workflow.") === true ? first.code : "run.bad-params"
  return new SkilletError(code, problems.map(({ message }) => message).join("; "), {
    retry: "no",
    next: first?.fix ?? `skillet workflow show ${workflow} lists what it takes`,
  })
}

/** A workflow that fails its check is not run. */
function refuseBroken({ workflow, problems }: FoundWorkflow): void {
  const [first, ...more] = problems.filter(({ level }) => level === "error")
  if (first === undefined) return
  throw new SkilletError(
    first.code,
    `workflow ${workflow.name} has errors: ${placed(first)}${more.length > 0 ? ` and ${more.length} more` : ""}`,
    {
      retry: "no",
      next: `skillet workflow check ${workflow.name} lists all errors`,
    },
  )
}

function placed({ message, path, line }: Problem): string {
  return `${message} (${path}:${line ?? 1})`
}
