import type { LineForm } from "../line-form.ts"
import type { ValueSchema } from "../workflow.ts"
import {
  readChoiceField,
  readCountField,
  type YamlField,
  readMapField,
  dropUndefined,
  readListField,
  readNamedEntries,
  readScalarField,
  readTextField,
  type FaultList,
  readWordsField,
} from "./yaml/read-fields.ts"

const types = ["object", "array", "string", "number", "integer", "boolean"] as const
const schemaKeys = [
  "type",
  "required",
  "properties",
  "items",
  "enum",
  "min-items",
  "max-items",
  "min-length",
  "parts",
  "lines",
]

/** The part of JSON Schema that values are checked against, and what a text must contain. */
export function readSchema(field: YamlField | undefined, faults: FaultList): ValueSchema {
  if (field === undefined) return {}
  const fields = readMapField(field, { what: "a schema", keys: schemaKeys }, faults)
  if (fields === undefined) return {}
  const properties = fields.get("properties")
  const items = fields.get("items")
  const choices = fields.get("enum")
  const lines = fields.get("lines")
  return dropUndefined({
    type: readChoiceField(fields.get("type"), types, faults),
    required: readWordsField(fields.get("required"), faults),
    properties:
      properties &&
      Object.fromEntries(readNamedEntries(properties, faults).map((entry) => [entry.name, readSchema(entry, faults)])),
    items: items && readSchema(items, faults),
    enum: choices && readListField(choices, faults).flatMap((choice) => readScalarField(choice, faults) ?? []),
    minItems: readCountField(fields.get("min-items"), faults),
    maxItems: readCountField(fields.get("max-items"), faults),
    minLength: readCountField(fields.get("min-length"), faults),
    parts: readWordsField(fields.get("parts"), faults),
    lines: lines && readListField(lines, faults).flatMap((line) => readLine(line, faults)),
  })
}

/** A form alone, or with how often it is wanted. */
function readLine(field: YamlField, faults: FaultList): readonly LineForm[] {
  if (field.node.kind === "scalar") {
    const form = readTextField(field, faults)
    return form === undefined ? [] : [{ form }]
  }
  const expected = { what: "a line", keys: ["form", "at-least", "or"], required: ["form"] }
  const fields = readMapField(field, expected, faults)
  const form = readTextField(fields?.get("form"), faults)
  if (fields === undefined || form === undefined) return []
  const atLeast = readCountField(fields.get("at-least"), faults, 1)
  const or = readTextField(fields.get("or"), faults)
  return [{ form, ...(atLeast === undefined ? {} : { atLeast }), ...(or === undefined ? {} : { or }) }]
}
