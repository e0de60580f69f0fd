import { findNearestNames } from "../../text/find-nearest-names.ts"
import { roles, type Role, tiers } from "../roles.ts"
import type { Asked, FanoutItem, FanoutItems, Join } from "../workflow.ts"
import {
  readChoiceField,
  readCountField,
  type YamlField,
  type YamlFields,
  readMapField,
  dropUndefined,
  readListField,
  readNamedEntries,
  addFault,
  type FaultList,
  readTextField,
  addWrongValue,
} from "./yaml/read-fields.ts"

export const askedKeys = ["agent", "prompt", "workflow", "with", "tier"] as const

const roleNames = Object.keys(roles) as readonly Role[]

/** The agent that a dispatch or one entry of a fan-out asks; `prompt` is used if it has none of its own. */
export function readAsked(fields: YamlFields, prompt: string | undefined, faults: FaultList): Asked {
  const workflow = readTextField(fields.get("workflow"), faults)
  const own = readTextField(fields.get("prompt"), faults)
  return {
    agent: readChoiceField(fields.get("agent"), roleNames, faults) ?? "general-purpose",
    ...dropUndefined({ prompt: own ?? prompt, workflow, with: readTexts(fields.get("with"), faults) }),
    ...dropUndefined({ tier: readChoiceField(fields.get("tier"), tiers, faults) }),
  }
}

/** Texts by name, as in `with` and `set`. */
export function readTexts(
  field: YamlField | undefined,
  faults: FaultList,
): Readonly<Record<string, string>> | undefined {
  if (field === undefined) return undefined
  return Object.fromEntries(
    readNamedEntries(field, faults).map((entry) => [entry.name, readTextField(entry, faults) ?? ""] as const),
  )
}

export function readItems(field: YamlField | undefined, prompt: string | undefined, faults: FaultList): FanoutItems {
  if (field === undefined) return { kind: "list", items: [] }
  if (field.node.kind === "list") return { kind: "list", items: readList(field, prompt, faults) }
  const fields = readMapField(
    field,
    { what: "items", keys: ["each", "most", "count", "ask"], required: ["ask"] },
    faults,
  )
  const ask = readAsk(fields?.get("ask"), prompt, faults)
  const each = readTextField(fields?.get("each"), faults)
  const param = readTextField(fields?.get("count"), faults)
  if (fields !== undefined && (each === undefined) === (param === undefined)) {
    const message = "items needs either each (a value) or count (a parameter)"
    addFault(faults, "workflow.bad-value", { line: field.line, message, fix: "write each: VALUE or count: PARAMETER" })
  }
  if (param !== undefined) {
    const most = fields?.get("most")
    if (most !== undefined) {
      const fix = "remove it, and give the parameter a max"
      addFault(faults, "workflow.unknown-key", { line: most.line, message: "most belongs to each, not to count", fix })
    }
    return { kind: "count", param, ask }
  }
  return { kind: "each", of: each ?? "", most: readCountField(fields?.get("most"), faults, 1) ?? MOST, ask }
}

/** How many agents a value may start if the author sets no limit. */
const MOST = 20

function readAsk(field: YamlField | undefined, prompt: string | undefined, faults: FaultList): Asked {
  const none: Asked = { agent: "general-purpose" }
  if (field === undefined) return none
  const fields = readMapField(field, { what: "ask", keys: askedKeys, required: ["agent"] }, faults)
  return fields === undefined ? none : readAsked(fields, prompt, faults)
}

function readList(field: YamlField, prompt: string | undefined, faults: FaultList): readonly FanoutItem[] {
  return readListField(field, faults).flatMap((entry) => {
    const expected = { what: "an entry of items", keys: ["item", ...askedKeys], required: ["item", "agent"] }
    const fields = readMapField(entry, expected, faults)
    const item = readTextField(fields?.get("item"), faults)
    if (fields === undefined || item === undefined) return []
    return [{ item, ...readAsked(fields, prompt, faults) }]
  })
}

export function readJoin(field: YamlField | undefined, faults: FaultList): Join {
  if (field === undefined) return "all"
  if (field.node.kind === "scalar") {
    const text = String(field.node.value)
    if (text === "all" || text === "settled") return text
    const fix = findNearestNames(text, ["all", "settled"])[0] ?? "use all, settled or { at-least: 2 }"
    addFault(faults, "workflow.bad-value", { line: field.line, message: `join is "${text}"`, fix })
    return "all"
  }
  if (field.node.kind === "list") {
    addWrongValue(field, "all, settled or { at-least: 2 }", faults)
    return "all"
  }
  const fields = readMapField(field, { what: "join", keys: ["at-least"], required: ["at-least"] }, faults)
  return { atLeast: readCountField(fields?.get("at-least"), faults, 1) ?? 1 }
}
