import { isMap } from "../text/is-map.ts"
import { type Problem, placeProblem } from "../problem/problem.ts"
import { checkWorkflow } from "./check/check-workflow.ts"
import { checkShape } from "./check/shape/check-shape.ts"
import { moduleProblem } from "./module-problem.ts"
import type { Workflow } from "./workflow.ts"

/** A workflow that a module exports, with everything that is wrong with it. */
export interface ExportedWorkflow {
  readonly workflow: Workflow
  readonly children: readonly Workflow[]
  readonly file: string
  readonly problems: readonly Problem[]
}

export interface ExportedWorkflows {
  readonly workflows: readonly ExportedWorkflow[]
  /** Problems that belong to no workflow that could be used. */
  readonly problems: readonly Problem[]
}

/**
 * The workflows that a module exports: by themselves, in a list, or in a map with the key `workflows`. What has a name
 * and steps but not the shape of a workflow is a problem, and so is a module without any workflow.
 */
export function collectWorkflows(file: string, exported: unknown): ExportedWorkflows {
  const found = [...new Set(listExports(exported).filter(looksLikeWorkflow))]
  if (found.length === 0)
    return {
      workflows: [],
      problems: [moduleProblem(file, "it exports no workflow", "export what defineWorkflow returns")],
    }
  const checked = found.map((workflow) => ({ workflow, misshapen: checkShape(workflow) }))
  const place = (workflow: Workflow) => placeFound(file, workflow)
  return {
    workflows: checked.flatMap(({ workflow, misshapen }) =>
      misshapen.length > 0
        ? []
        : [{ workflow, children: [], file, problems: checkExported(workflow).map(place(workflow)) }],
    ),
    problems: checked.flatMap(({ workflow, misshapen }) => misshapen.map(place(workflow))),
  }
}

function listExports(exported: unknown): readonly unknown[] {
  if (exported === null || (typeof exported !== "object" && typeof exported !== "function")) return []
  return Object.values(exported).flatMap((value: unknown) => [
    ...(Array.isArray(value) ? value : [value]),
    ...(isMap(value) && Array.isArray(value["workflows"]) ? value["workflows"] : []),
  ])
}

function looksLikeWorkflow(value: unknown): value is Workflow {
  return isMap(value) && typeof value["name"] === "string" && Array.isArray(value["steps"])
}

function checkExported(workflow: Workflow) {
  return checkWorkflow(workflow, { workflows: new Set(Object.keys(workflow.children ?? {})) })
}

/** A module has no lines for what it computes, so each message names the workflow. */
function placeFound(file: string, { name }: Workflow) {
  return ({ step: _step, field: _field, ...found }: ReturnType<typeof checkExported>[number]) =>
    placeProblem(file, { ...found, message: `workflow ${name}: ${found.message}` })
}
