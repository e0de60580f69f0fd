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
  type Slips,
  wordsOf,
} from "./yaml/fields.ts"

const types = ["object", "array", "string", "number", "integer", "boolean"] as const
const schemaKeys = ["type", "required", "properties", "items", "enum", "min-items", "max-items", "min-length"]

/** The part of JSON Schema that values are checked against. */
export function readSchema(field: Field | undefined, slips: Slips): ValueSchema {
  if (field === undefined) return {}
  const fields = fieldsOf(field, { what: "a schema", keys: schemaKeys }, slips)
  if (fields === undefined) return {}
  const properties = fields.get("properties")
  const items = fields.get("items")
  const choices = fields.get("enum")
  return given({
    type: choiceOf(fields.get("type"), types, slips),
    required: wordsOf(fields.get("required"), slips),
    properties:
      properties &&
      Object.fromEntries(namedEntries(properties, slips).map((entry) => [entry.name, readSchema(entry, slips)])),
    items: items && readSchema(items, slips),
    enum: choices && itemsOf(choices, slips).flatMap((choice) => plainOf(choice, slips) ?? []),
    minItems: countOf(fields.get("min-items"), slips),
    maxItems: countOf(fields.get("max-items"), slips),
    minLength: countOf(fields.get("min-length"), slips),
  })
}
