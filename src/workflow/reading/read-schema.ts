import type { ValueSchema } from "../workflow.ts"
import {
  choiceOf,
  countOf,
  type Field,
  fieldsOf,
  given,
  itemsOf,
  namedEntries,
  plainOf,
  type Faults,
  wordsOf,
} from "./yaml/fields.ts"

const types = ["object", "array", "string", "number", "integer", "boolean"] as const
const schemaKeys = ["type", "required", "properties", "items", "enum", "min-items", "max-items", "min-length"]

/** The part of JSON Schema that values are checked against. */
export function readSchema(field: Field | undefined, faults: Faults): ValueSchema {
  if (field === undefined) return {}
  const fields = fieldsOf(field, { what: "a schema", keys: schemaKeys }, faults)
  if (fields === undefined) return {}
  const properties = fields.get("properties")
  const items = fields.get("items")
  const choices = fields.get("enum")
  return given({
    type: choiceOf(fields.get("type"), types, faults),
    required: wordsOf(fields.get("required"), faults),
    properties:
      properties &&
      Object.fromEntries(namedEntries(properties, faults).map((entry) => [entry.name, readSchema(entry, faults)])),
    items: items && readSchema(items, faults),
    enum: choices && itemsOf(choices, faults).flatMap((choice) => plainOf(choice, faults) ?? []),
    minItems: countOf(fields.get("min-items"), faults),
    maxItems: countOf(fields.get("max-items"), faults),
    minLength: countOf(fields.get("min-length"), faults),
  })
}
