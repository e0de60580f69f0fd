import type { ValueSchema } from "../../../workflow/workflow.ts"

const USUAL_ENTRIES = 3

/** The simplest value that fits a schema. */
export function sampleOf(schema: ValueSchema, most: number = USUAL_ENTRIES): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  switch (schema.type) {
    case "array": {
      const length = Math.max(schema.minItems ?? 0, Math.min(USUAL_ENTRIES, most, schema.maxItems ?? USUAL_ENTRIES))
      return Array.from({ length }, () => sampleOf(schema.items ?? {}))
    }
    case "object": {
      const { properties = {}, required = [] } = schema
      const names = new Set([...required, ...Object.keys(properties)])
      return Object.fromEntries([...names].map((name) => [name, sampleOf(properties[name] ?? {})] as const))
    }
    case "number":
    case "integer":
      return 1
    case "boolean":
      return true
    case "string":
    case undefined:
      return `${"said ".repeat(Math.ceil((schema.minLength ?? 4) / 5))}it`
  }
}
