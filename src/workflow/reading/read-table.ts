import type { Condition, ComputeRow, ComputeTable } from "../workflow.ts"
import { outcomes } from "../outcome.ts"
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
  slip,
  type Slips,
  textOf,
} from "./yaml/fields.ts"
import { readTexts } from "./read-asked.ts"

export function readTable(field: Field | undefined, slips: Slips): ComputeTable {
  return { rows: itemsOf(field, slips).flatMap((row) => readRow(row, slips) ?? []) }
}

function readRow(field: Field, slips: Slips): ComputeRow | undefined {
  const expected = { what: "a row of compute", keys: ["when", "outcome", "set"], required: ["outcome"] }
  const fields = fieldsOf(field, expected, slips)
  const outcome = choiceOf(fields?.get("outcome"), outcomes, slips)
  const when = fields?.get("when")
  const rest = given({
    when: when && namedEntries(when, slips).flatMap((test) => readCondition(test, slips) ?? []),
    set: readTexts(fields?.get("set"), slips),
  })
  return outcome === undefined ? undefined : { outcome, ...rest }
}

const tests = ["is", "in", "at-least", "at-most", "contains", "missing"]

function readCondition(field: Field, slips: Slips): Condition | undefined {
  const of = field.name
  if (!/^(?:params|values|run)(?:\.[\w-]+)+$/.test(of)) {
    const message = `"${of}" is nothing a table can look at`
    const fix = "write params.NAME, values.NAME or run.round"
    slip(slips, "workflow.bad-value", { line: field.line, message, fix })
    return undefined
  }
  if (field.node.kind === "list") return { of, in: plains(field, slips) }
  if (field.node.kind === "scalar") {
    const is = plainOf(field, slips)
    return is === undefined ? undefined : { of, is }
  }
  const fields = fieldsOf(field, { what: `a test of ${of}`, keys: tests }, slips)
  const is = fields?.get("is")
  const among = fields?.get("in")
  return {
    of,
    ...given({
      is: is && plainOf(is, slips),
      in: among && plains(among, slips),
      atLeast: numberOf(fields?.get("at-least"), slips),
      atMost: numberOf(fields?.get("at-most"), slips),
      contains: textOf(fields?.get("contains"), slips),
      missing: flagOf(fields?.get("missing"), slips),
    }),
  }
}

function plains(field: Field, slips: Slips) {
  return itemsOf(field, slips).flatMap((item) => plainOf(item, slips) ?? [])
}
