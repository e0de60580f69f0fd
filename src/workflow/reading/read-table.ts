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
  fault,
  type Faults,
  textOf,
} from "./yaml/fields.ts"
import { readTexts } from "./read-asked.ts"

export function readTable(field: Field | undefined, faults: Faults): ComputeTable {
  return { rows: itemsOf(field, faults).flatMap((row) => readRow(row, faults) ?? []) }
}

function readRow(field: Field, faults: Faults): ComputeRow | undefined {
  const expected = { what: "a row of compute", keys: ["when", "outcome", "set"], required: ["outcome"] }
  const fields = fieldsOf(field, expected, faults)
  const outcome = choiceOf(fields?.get("outcome"), outcomes, faults)
  const when = fields?.get("when")
  const rest = given({
    when: when && namedEntries(when, faults).flatMap((test) => readCondition(test, faults) ?? []),
    set: readTexts(fields?.get("set"), faults),
  })
  return outcome === undefined ? undefined : { outcome, ...rest }
}

const tests = ["is", "in", "at-least", "at-most", "contains", "missing"]

function readCondition(field: Field, faults: Faults): Condition | undefined {
  const of = field.name
  if (!/^(?:params|values|run)(?:\.[\w-]+)+$/.test(of)) {
    const message = `"${of}" is not something a table can test`
    const fix = "write params.NAME, values.NAME or run.round"
    fault(faults, "workflow.bad-value", { line: field.line, message, fix })
    return undefined
  }
  if (field.node.kind === "list") return { of, in: plains(field, faults) }
  if (field.node.kind === "scalar") {
    const is = plainOf(field, faults)
    return is === undefined ? undefined : { of, is }
  }
  const fields = fieldsOf(field, { what: `a test of ${of}`, keys: tests }, faults)
  const is = fields?.get("is")
  const among = fields?.get("in")
  return {
    of,
    ...given({
      is: is && plainOf(is, faults),
      in: among && plains(among, faults),
      atLeast: numberOf(fields?.get("at-least"), faults),
      atMost: numberOf(fields?.get("at-most"), faults),
      contains: textOf(fields?.get("contains"), faults),
      missing: flagOf(fields?.get("missing"), faults),
    }),
  }
}

function plains(field: Field, faults: Faults) {
  return itemsOf(field, faults).flatMap((item) => plainOf(item, faults) ?? [])
}
