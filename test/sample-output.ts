import { writeSampleText } from "../src/testing/simulator/cast/sample-text.ts"
import { findOutputSchema } from "../src/workflow/output-schema.ts"
import type { Step, ValueSchema } from "../src/workflow/workflow.ts"

/** A valid output of a step: the smallest one with the declared shape. */
export function sampleOutput(step: Step, fields: Readonly<Record<string, unknown>> = {}): string {
  const schema = findOutputSchema(step)
  const text = `What ${step.id} gives.`
  if (schema === undefined) return Object.keys(fields).length === 0 ? text : JSON.stringify(fields)
  if (schema.type === "string") return writeSampleText(text, schema)
  const value = sampleOf(schema)
  return JSON.stringify(Array.isArray(value) ? value : { ...(value as object), ...fields })
}

function sampleOf(schema: ValueSchema): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  switch (schema.type) {
    case "array":
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () =>
        sampleOf(schema.items ?? { type: "string" }),
      )
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? { type: "string" })]),
      )
    case "number":
    case "integer":
      return 1
    case "boolean":
      return true
    case "string":
    case undefined:
      return writeSampleText("something", schema)
  }
}
