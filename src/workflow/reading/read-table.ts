import type { Condition, ComputeRow, ComputeTable } from "../workflow.ts"
import { outcomes } from "../outcome.ts"
import {
  readChoiceField,
  type YamlField,
  readMapField,
  readFlagField,
  dropUndefined,
  readListField,
  readNamedEntries,
  readNumberField,
  readScalarField,
  addFault,
  type FaultList,
  readTextField,
} from "./yaml/read-fields.ts"
import { readTexts } from "./read-asked.ts"

export function readTable(field: YamlField | undefined, faults: FaultList): ComputeTable {
  return { rows: readListField(field, faults).flatMap((row) => readRow(row, faults) ?? []) }
}

function readRow(field: YamlField, faults: FaultList): ComputeRow | undefined {
  const expected = { what: "a row of compute", keys: ["when", "outcome", "set"], required: ["outcome"] }
  const fields = readMapField(field, expected, faults)
  const outcome = readChoiceField(fields?.get("outcome"), outcomes, faults)
  const when = fields?.get("when")
  const rest = dropUndefined({
    when: when && readNamedEntries(when, faults).flatMap((test) => readCondition(test, faults) ?? []),
    set: readTexts(fields?.get("set"), faults),
  })
  return outcome === undefined ? undefined : { outcome, ...rest }
}

const tests = ["is", "in", "at-least", "at-most", "contains", "missing"]

function readCondition(field: YamlField, faults: FaultList): Condition | undefined {
  const of = field.name
  if (!/^(?:params|values|run)(?:\.[\w-]+)+$/.test(of)) {
    const message = `"${of}" is not something a table can test`
    const fix = "write params.NAME, values.NAME or run.round"
    addFault(faults, "workflow.bad-value", { line: field.line, message, fix })
    return undefined
  }
  if (field.node.kind === "list") return { of, in: plains(field, faults) }
  if (field.node.kind === "scalar") {
    const is = readScalarField(field, faults)
    return is === undefined ? undefined : { of, is }
  }
  const fields = readMapField(field, { what: `a test of ${of}`, keys: tests }, faults)
  const is = fields?.get("is")
  const among = fields?.get("in")
  return {
    of,
    ...dropUndefined({
      is: is && readScalarField(is, faults),
      in: among && plains(among, faults),
      atLeast: readNumberField(fields?.get("at-least"), faults),
      atMost: readNumberField(fields?.get("at-most"), faults),
      contains: readTextField(fields?.get("contains"), faults),
      missing: readFlagField(fields?.get("missing"), faults),
    }),
  }
}

function plains(field: YamlField, faults: FaultList) {
  return readListField(field, faults).flatMap((item) => readScalarField(item, faults) ?? [])
}
