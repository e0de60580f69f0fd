import { type Param, readParams } from "../params.ts"
import type { Workflow } from "../workflow.ts"
import { fixForName, type WorkflowProblem, workflowProblem } from "./workflow-problem.ts"

const PARAM_NAME = /^[A-Za-z][\w-]*$/

/** Checks that the parameters and the result of a run are declared correctly. */
export function checkParams(workflow: Workflow): readonly WorkflowProblem[] {
  return [
    ...workflow.params.flatMap((param, at) => [
      ...checkName(param, workflow.params.slice(0, at)),
      ...checkBounds(param),
      ...checkDefault(param),
    ]),
    ...checkResult(workflow),
  ]
}

function checkName({ name }: Param, before: readonly Param[]): readonly WorkflowProblem[] {
  const isTwice = before.some((other) => other.name === name)
  if (PARAM_NAME.test(name) && !(name in Object.prototype) && !isTwice) return []
  return [
    workflowProblem(
      "workflow.bad-param",
      { field: `params.${name}` },
      isTwice
        ? { message: `two parameters have the name "${name}"`, fix: "rename one of them" }
        : {
            message: `"${name}" is not a valid name for a parameter`,
            fix:
              name in Object.prototype
                ? "choose another name: every JavaScript object has a property of this name"
                : "begin with a letter and use letters, digits, hyphens and underscores",
          },
    ),
  ]
}

function checkBounds({ name, type, min, max, choices }: Param): readonly WorkflowProblem[] {
  const hasBounds = min !== undefined || max !== undefined
  const wrong =
    hasBounds && type !== "integer" && type !== "number"
      ? `has bounds but is a ${type}: only numbers have bounds`
      : min !== undefined && max !== undefined && min > max
        ? `must be at least ${min} and at most ${max}, which is impossible`
        : choices?.length === 0
          ? "has an empty list of choices"
          : undefined
  if (wrong === undefined) return []
  return [
    workflowProblem(
      "workflow.bad-param",
      { field: `params.${name}` },
      { message: `parameter "${name}" ${wrong}`, fix: "correct min, max and choices so that a value fits" },
    ),
  ]
}

function checkDefault(param: Param): readonly WorkflowProblem[] {
  const { name, required, default: given } = param
  if (given === undefined) return []
  const field = `params.${name}.default`
  if (required === true)
    return [
      workflowProblem(
        "workflow.idle-default",
        { field },
        { message: `parameter "${name}" is required but has a default`, fix: "remove one of the two" },
      ),
    ]
  return readParams([param], { [name]: given }).problems.map(({ message }) =>
    workflowProblem(
      "workflow.bad-param",
      { field },
      { message: `the default of parameter "${name}" does not fit: ${message}`, fix: "give a default that fits" },
    ),
  )
}

function checkResult({ result, steps }: Workflow): readonly WorkflowProblem[] {
  const written = steps.flatMap((step) => step.writes ?? [])
  if (result === undefined || written.includes(result)) return []
  return [
    workflowProblem(
      "workflow.unknown-result",
      { field: "result" },
      {
        message: `the result is "${result}", but no step writes it`,
        fix: fixForName(result, written, `add "${result}" to the writes of the step that makes it`),
      },
    ),
  ]
}
