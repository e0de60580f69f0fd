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
  type Slips,
  textOf,
} from "./yaml/fields.ts"

const types = ["text", "number", "integer", "boolean"] as const
const keys = ["about", "type", "default", "required", "min", "max", "choices"]

export function readParams(field: Field | undefined, slips: Slips): readonly Param[] {
  return namedEntries(field, slips).flatMap((entry): readonly Param[] => {
    const fields = fieldsOf(entry, { what: "a parameter", keys, required: ["about"] }, slips)
    if (fields === undefined) return []
    const preset = fields.get("default")
    const choices = fields.get("choices")
    const param = given({
      default: preset && plainOf(preset, slips),
      required: flagOf(fields.get("required"), slips),
      min: numberOf(fields.get("min"), slips),
      max: numberOf(fields.get("max"), slips),
      choices: choices && itemsOf(choices, slips).flatMap((choice) => plainOf(choice, slips) ?? []),
    })
    const type = choiceOf(fields.get("type"), types, slips) ?? "text"
    return [{ name: entry.name, type, about: textOf(fields.get("about"), slips) ?? "", ...param }]
  })
}
