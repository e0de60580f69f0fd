import { findFormFault } from "../line-form.ts"
import { findOutputSchema } from "../output-schema.ts"
import type { Step, ValueSchema, Workflow } from "../workflow.ts"
import { type WorkflowProblem, workflowProblem } from "./workflow-problem.ts"

/** Checks that every schema can be satisfied, and that nothing in it is ignored. */
export function checkSchemas(workflow: Workflow): readonly WorkflowProblem[] {
  return workflow.steps.flatMap((step) =>
    listSchemas(step).flatMap(({ field, schema }) =>
      findFaults(schema, field).map(({ at, message, fix }) =>
        workflowProblem(
          "workflow.bad-schema",
          { step: step.id, field: at },
          { message: `${at} of step "${step.id}" ${message}`, fix },
        ),
      ),
    ),
  )
}

function listSchemas(step: Step): readonly { readonly field: string; readonly schema: ValueSchema }[] {
  if (step.kind === "gate")
    return step.evidence.flatMap((evidence, at) =>
      evidence.kind === "schema" ? [{ field: `evidence.${at}.schema`, schema: evidence.schema }] : [],
    )
  const output = findOutputSchema(step)
  return output === undefined ? [] : [{ field: "output", schema: output }]
}

interface Fault {
  readonly at: string
  readonly message: string
  readonly fix: string
}

/** Which keys have a meaning for which type. */
const typeFor = {
  required: "object",
  properties: "object",
  items: "array",
  minItems: "array",
  maxItems: "array",
  minLength: "string",
  parts: "string",
  lines: "string",
} as const

function findFaults(schema: ValueSchema, at: string): readonly Fault[] {
  const { minItems = 0, maxItems = minItems, enum: choices, properties = {}, items, type } = schema
  const idle = Object.entries(typeFor).filter(([key, owner]) => Object.hasOwn(schema, key) && type !== owner)
  return [
    ...idle.map(([key, owner]) => ({
      at,
      message: `has ${key}, which is checked only with type: ${owner}`,
      fix: type === undefined ? `add type: ${owner}` : `write type: ${owner}, or remove ${key}`,
    })),
    ...(choices?.length === 0 ? [{ at, message: "has an empty enum", fix: "list at least one choice" }] : []),
    ...(maxItems < minItems
      ? [
          {
            at,
            message: `wants at least ${minItems} and at most ${maxItems} entries`,
            fix: "make max-items the larger",
          },
        ]
      : []),
    ...(schema.lines ?? []).flatMap(({ form }) => {
      const fault = findFormFault(form)
      const fix = 'write a form such as "VERDICT: <STAND | REVISE>" or "<id> | <what it says>"'
      return fault === undefined ? [] : [{ at, message: `has the line "${form}", which ${fault}`, fix }]
    }),
    ...Object.entries(properties).flatMap(([name, inner]) => findFaults(inner, `${at}.properties.${name}`)),
    ...(items === undefined ? [] : findFaults(items, `${at}.items`)),
  ]
}
