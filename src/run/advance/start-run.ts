import { SkilletError } from "../../problem/failure.ts"
import type { FileProblem } from "../../problem/problem.ts"
import { findWorkflowErrors } from "../../workflow/check/check-workflow.ts"
import { hashWorkflow } from "../../workflow/hash-workflow.ts"
import { readParams } from "../../workflow/params.ts"
import type { Workflow } from "../../workflow/workflow.ts"
import { type Budget, noPermissions, type RunPermissions, type RunStart } from "../model.ts"
import { requireAccepted, type Applied, commitOnce } from "../apply-event.ts"
import { beginRun } from "./carry-on.ts"
import type { Engine } from "../engine.ts"

export interface RunStartOptions {
  readonly id: string
  readonly params: Readonly<Record<string, unknown>>
  readonly project: string
  readonly branch: string
  readonly directory?: string | undefined
  readonly program?: string | undefined
  readonly budget?: Budget | undefined
  readonly permissions?: RunPermissions | undefined
  readonly skill?: RunStart["skill"]
  /** The definitions of the workflows that steps start. */
  readonly children?: readonly Workflow[]
  /** The run whose answers may be used again, and the steps whose answers may not. */
  readonly source?: string | undefined
  readonly renew?: readonly string[] | undefined
  /** Answers that a person changed for it. */
  readonly edited?: RunStart["edited"]
}

export type Started = Applied | { readonly kind: "problems"; readonly problems: readonly FileProblem[] }

/**
 * Begins a run and continues to the first step that needs an agent or a person. Everything is stored in one commit. A
 * workflow with errors is not started.
 */
export async function startRun(engine: Engine, workflow: Workflow, how: RunStartOptions): Promise<Started> {
  const broken = [workflow, ...(how.children ?? [])].flatMap(findWorkflowErrors)
  if (broken.length > 0) return { kind: "problems", problems: broken }
  const { params, problems } = readParams(workflow.params, how.params)
  if (problems.length > 0) return { kind: "problems", problems }
  const at = engine.now()
  const { children = [], params: _params, budget, permissions = noPermissions, ...given } = how
  const start: RunStart = {
    ...given,
    permissions,
    workflow: workflow.name,
    definition: hashWorkflow(workflow),
    params: JSON.stringify(params),
    root: how.id,
    started: at,
  }
  return commitOnce(engine, { at }, async (work) => {
    const begun = await beginRun(work, { workflow, start, budget, definitions: [workflow, ...children] })
    return { run: begun, decision: { kind: "decided", head: begun.run, changes: [], events: [], children: [] } }
  })
}

/** If a run cannot be started, the caller gets an error that lists everything that is wrong. */
export function requireStarted(started: Started, workflow: string): Extract<Applied, { kind: "applied" }> {
  if (started.kind !== "problems") {
    const begun = requireAccepted(started)
    if (begun.kind !== "applied") throw new Error(`a new run of ${workflow} was answered before it began`)
    return begun
  }
  throw makeStartError(started.problems, workflow)
}

/** Checks parameters without starting a run. */
export function requireParams({ name, params }: Workflow, given: Readonly<Record<string, unknown>>): void {
  const { problems } = readParams(params, given)
  if (problems.length > 0) throw makeStartError(problems, name)
}

function makeStartError(problems: readonly FileProblem[], workflow: string): SkilletError {
  const [first] = problems
  const code = first?.code.startsWith("workflow.") === true ? first.code : "run.bad-params"
  return new SkilletError(code, problems.map(({ message }) => message).join("; "), {
    retry: "no",
    next: first?.fix ?? `skillet workflow show ${workflow} lists its parameters`,
    problems,
  })
}
