import { listPlaceholders, listFilledTexts } from "../template.ts"
import { findOutputSchema } from "../output-schema.ts"
import type { FanoutStep, Step, ValueSchema, Workflow } from "../workflow.ts"
import { findMostItems } from "./check-asked.ts"
import { listLookups } from "./check-places.ts"
import { type WorkflowProblem, workflowProblem } from "./workflow-problem.ts"

/** Checks that outputs have a shape that their readers can use, and that fields read from JSON are required. */
export function checkOutputs(workflow: Workflow): readonly WorkflowProblem[] {
  return workflow.steps.flatMap((step) => [
    ...checkTopType(step),
    ...checkTaken(step, workflow),
    ...checkReads(step, workflow),
  ])
}

/** A report is text, a JSON object or a JSON list; a review is read as text. */
function checkTopType(step: Step): readonly WorkflowProblem[] {
  const output = findOutputSchema(step)
  const isReview = (step.kind === "dispatch" || step.kind === "fanout") && step.review !== undefined
  const allowed = isReview ? ["string"] : ["object", "array", "string"]
  if (output === undefined || allowed.includes(output.type ?? "")) return []
  const what = output.type === undefined ? "has no type" : `is of type ${output.type}`
  return [
    workflowProblem(
      "workflow.bad-output",
      { step: step.id, field: "output" },
      {
        message: `the output of step "${step.id}" ${what}`,
        fix: isReview
          ? "a review is text: write type: string, or remove output"
          : "write type: object, array or string",
      },
    ),
  ]
}

/** A fan-out takes its items from a list that is no longer than the number of agents it may start. */
function checkTaken(step: Step, workflow: Workflow): readonly WorkflowProblem[] {
  if (step.kind !== "fanout" || step.items.kind !== "each") return []
  const { of, most } = step.items
  return findWriters(workflow, of).flatMap((writer) => {
    const wrong = notTakable(step, writer, { most, params: workflow.params })
    return wrong === undefined
      ? []
      : [
          workflowProblem(
            "workflow.bad-output",
            { step: step.id, field: "items.of" },
            { message: `fan-out "${step.id}" takes its items from "${of}", ${wrong.what}`, fix: wrong.fix },
          ),
        ]
  })
}

function notTakable(
  step: FanoutStep,
  writer: Step,
  { most, params }: { readonly most: number; readonly params: Workflow["params"] },
): { readonly what: string; readonly fix: string } | undefined {
  if (writer.kind === "fanout") {
    const count = findMostItems(writer, params)
    if (count === undefined || count <= most) return undefined
    return { what: `the answers of up to ${count} agents, but starts at most ${most}`, fix: `write most: ${count}` }
  }
  const output = findOutputSchema(writer)
  if (output === undefined || output.type === "array" || output.type === "string") {
    const least = output?.minItems ?? 0
    if (least <= most) return undefined
    return {
      what: `of which "${writer.id}" outputs at least ${least}, but starts at most ${most}`,
      fix: `write most: ${least}`,
    }
  }
  return {
    what: `which "${writer.id}" outputs as ${output.type}`,
    fix: `make the output of "${writer.id}" an array, and let "${step.id}" use all of it`,
  }
}

/** Only what a schema requires is certain to exist; a missing field is filled in as nothing. */
function checkReads(step: Step, workflow: Workflow): readonly WorkflowProblem[] {
  return listUses(step).flatMap(({ field, value, path, shown }) =>
    findWriters(workflow, value)
      .filter(
        (writer) => (writer.kind === "do" || writer.kind === "dispatch") && !promises(findOutputSchema(writer), path),
      )
      .map((writer) =>
        workflowProblem(
          "workflow.unshaped-read",
          { step: step.id, field },
          {
            message: `step "${step.id}" uses ${shown} in ${field}, but "${writer.id}" may output "${value}" without it`,
            fix: `add output to "${writer.id}": a schema that requires ${path.filter((name) => name !== EACH).join(".")}`,
          },
        ),
      ),
  )
}

/** Stands for each entry of a list in a path. */
const EACH = "[]"

interface Use {
  readonly field: string
  readonly value: string
  readonly path: readonly string[]
  readonly shown: string
}

/** Everything that a step reads from within a value, each once. */
function listUses(step: Step): readonly Use[] {
  const paths = [
    ...listFilledTexts(step).flatMap(({ field, text }) => listPlaceholders(text).map((path) => ({ field, path }))),
    ...listLookups(step),
  ]
  const items = step.kind === "fanout" && step.items.kind === "each" ? step.items.of : undefined
  const uses = paths.flatMap(({ field, path }): readonly Use[] => {
    const [head, name = "", ...deeper] = path.split(".")
    if (head === "values" && deeper.length > 0) return [{ field, value: name, path: deeper, shown: path }]
    const isOwn = head === "item" && items !== undefined && name !== "number" && name !== "text"
    return isOwn ? [{ field, value: items, path: [EACH, name, ...deeper], shown: path }] : []
  })
  return uses.filter(({ shown }, at) => uses.findIndex((other) => other.shown === shown) === at)
}

function promises(schema: ValueSchema | undefined, [name, ...deeper]: readonly string[]): boolean {
  if (name === undefined) return true
  if (schema === undefined) return false
  if (name === EACH) return schema.type === "array" && promises(schema.items, deeper)
  const isRequired = schema.type === "object" && (schema.required ?? []).includes(name)
  return isRequired && (deeper.length === 0 || promises(schema.properties?.[name], deeper))
}

function findWriters(workflow: Workflow, value: string): readonly Step[] {
  return workflow.steps.filter(({ writes }) => (writes ?? []).includes(value))
}
