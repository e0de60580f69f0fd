import type { Param } from "../params.ts"
import {
  choiceOf,
  type Field,
  fieldsOf,
  flagOf,
  given,
  itemsOf,
  namedEntries,
  numberOf,
  plainOf,
  type Faults,
  textOf,
} from "./yaml/fields.ts"

const types = ["text", "number", "integer", "boolean"] as const
const keys = ["about", "type", "default", "required", "min", "max", "choices"]

export function readParams(field: Field | undefined, faults: Faults): readonly Param[] {
  return namedEntries(field, faults).flatMap((entry): readonly Param[] => {
    const fields = fieldsOf(entry, { what: "a parameter", keys, required: ["about"] }, faults)
    if (fields === undefined) return []
    const preset = fields.get("default")
    const choices = fields.get("choices")
    const param = given({
      default: preset && plainOf(preset, faults),
      required: flagOf(fields.get("required"), faults),
      min: numberOf(fields.get("min"), faults),
      max: numberOf(fields.get("max"), faults),
      choices: choices && itemsOf(choices, faults).flatMap((choice) => plainOf(choice, faults) ?? []),
    })
    const type = choiceOf(fields.get("type"), types, faults) ?? "text"
    return [{ name: entry.name, type, about: textOf(fields.get("about"), faults) ?? "", ...param }]
  })
}
