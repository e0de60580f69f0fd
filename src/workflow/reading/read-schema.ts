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
  type FaultList,
  readWordsField,
} from "./yaml/read-fields.ts"

const types = ["object", "array", "string", "number", "integer", "boolean"] as const
const schemaKeys = ["type", "required", "properties", "items", "enum", "min-items", "max-items", "min-length"]

/** The part of JSON Schema that values are checked against. */
export function readSchema(field: YamlField | undefined, faults: FaultList): ValueSchema {
  if (field === undefined) return {}
  const fields = readMapField(field, { what: "a schema", keys: schemaKeys }, faults)
  if (fields === undefined) return {}
  const properties = fields.get("properties")
  const items = fields.get("items")
  const choices = fields.get("enum")
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
  })
}
