import { collectTaints, makeConstant, unknown, type Value, makeValue } from "../../value.ts"
import { HOLE, joinText } from "./join-text.ts"
import { readAny } from "./read-value.ts"

/** A number, whatever it was before: a text in its place would be an error. */
const someNumber: Value = makeValue({ isFixed: true })

const percentMarks = /(%(?:\(\w+\))?[-+ #0]*[\d*]*(?:\.\d+)?[a-zA-Z%])/g
const braceMarks = /(\{\{|\}\}|\{[^{}]*\})/g

/** It contains neither input nor anything known, as most texts do. */
function tellsNothing(value: Value): boolean {
  if (value.constant !== undefined || value.isFixed === true || collectTaints(value).length > 0) return false
  for (const field of value.fields?.values() ?? []) if (field.constant !== undefined) return false
  return true
}

function sketched(sketch: string): Value {
  return makeValue({ sketch, head: sketch.split(HOLE, 1)[0] })
}

/** `"… %s …" % values`. */
export function formatPercent(text: string, values: Value): Value {
  let place = 0
  if (tellsNothing(values)) return sketched(text.replace(percentMarks, HOLE))
  return filled(text.split(percentMarks), (mark) => {
    if (mark === "%%") return makeConstant("%")
    const name = /^%\((\w+)\)/.exec(mark)?.[1]
    const isSingle = values.length === undefined && name === undefined
    const value = isSingle ? values : readField(values, name ?? String(place++))
    return /[diouxXeEfFgGc]$/.test(mark) ? someNumber : value
  })
}

/** `"… {} …".format(values)`. */
export function formatBraces(text: string, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
  let place = 0
  if (args.every(tellsNothing) && [...named.values()].every(tellsNothing))
    return sketched(text.replace(braceMarks, (mark) => (mark.length === 2 && mark !== "{}" ? mark.slice(1) : HOLE)))
  return filled(text.split(braceMarks), (mark) => {
    if (mark === "{{" || mark === "}}") return makeConstant(mark.slice(1))
    const [, name = "", members = ""] = /^\{(\w*)((?:\.\w+|\[\w+\])*)/.exec(mark) ?? []
    const key = name === "" ? String(place++) : name
    const value = (/^\d+$/.test(key) ? args[Number(key)] : named.get(key)) ?? readAny(named.get("**") ?? unknown)
    if (/:[^}]*[dxXobeEfFgGn%]\}$/.test(mark)) return someNumber
    return (members.match(/\w+/g) ?? []).reduce(readField, value)
  })
}

/** A text split into literal parts and, at every second position, inserted values. */
function filled(parts: readonly string[], valueOf: (mark: string) => Value): Value {
  return parts.reduce<Value>(
    (text, part, at) => joinText(text, at % 2 === 0 ? makeConstant(part) : valueOf(part)),
    makeConstant(""),
  )
}

function readField(value: Value, name: string): Value {
  return value.fields?.get(name) ?? readAny(value)
}
