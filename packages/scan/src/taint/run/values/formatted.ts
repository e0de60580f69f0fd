import { allTaints, constantValue, unknown, type Value, valueWith } from "../../value.ts"
import { HOLE, joinedText } from "./joined-text.ts"
import { readAny } from "./read-value.ts"

/** A number, whatever it was before: a text in its place would be an error. */
const someNumber: Value = valueWith({ isFixed: true })

const percentMarks = /(%(?:\(\w+\))?[-+ #0]*[\d*]*(?:\.\d+)?[a-zA-Z%])/g
const braceMarks = /(\{\{|\}\}|\{[^{}]*\})/g

/** It contains neither input nor anything known, as most texts do. */
function tellsNothing(value: Value): boolean {
  if (value.constant !== undefined || value.isFixed === true || allTaints(value).length > 0) return false
  for (const field of value.fields?.values() ?? []) if (field.constant !== undefined) return false
  return true
}

function sketched(sketch: string): Value {
  return valueWith({ sketch, head: sketch.split(HOLE, 1)[0] })
}

/** `"… %s …" % values`. */
export function percentFormatted(text: string, values: Value): Value {
  let place = 0
  if (tellsNothing(values)) return sketched(text.replace(percentMarks, HOLE))
  return filled(text.split(percentMarks), (mark) => {
    if (mark === "%%") return constantValue("%")
    const name = /^%\((\w+)\)/.exec(mark)?.[1]
    const isSingle = values.length === undefined && name === undefined
    const value = isSingle ? values : fieldOf(values, name ?? String(place++))
    return /[diouxXeEfFgGc]$/.test(mark) ? someNumber : value
  })
}

/** `"… {} …".format(values)`. */
export function braceFormatted(text: string, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
  let place = 0
  if (args.every(tellsNothing) && [...named.values()].every(tellsNothing))
    return sketched(text.replace(braceMarks, (mark) => (mark.length === 2 && mark !== "{}" ? mark.slice(1) : HOLE)))
  return filled(text.split(braceMarks), (mark) => {
    if (mark === "{{" || mark === "}}") return constantValue(mark.slice(1))
    const [, name = "", members = ""] = /^\{(\w*)((?:\.\w+|\[\w+\])*)/.exec(mark) ?? []
    const key = name === "" ? String(place++) : name
    const value = (/^\d+$/.test(key) ? args[Number(key)] : named.get(key)) ?? readAny(named.get("**") ?? unknown)
    if (/:[^}]*[dxXobeEfFgGn%]\}$/.test(mark)) return someNumber
    return (members.match(/\w+/g) ?? []).reduce(fieldOf, value)
  })
}

/** A text split into literal parts and, at every second position, inserted values. */
function filled(parts: readonly string[], valueOf: (mark: string) => Value): Value {
  return parts.reduce<Value>(
    (text, part, at) => joinedText(text, at % 2 === 0 ? constantValue(part) : valueOf(part)),
    constantValue(""),
  )
}

function fieldOf(value: Value, name: string): Value {
  return value.fields?.get(name) ?? readAny(value)
}
