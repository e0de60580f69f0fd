import { bitOf } from "../../harm.ts"
import { allTaints, constantValue, isFixed, joinValues, mergeTaints, unknown, type Value } from "../../value.ts"
import { foldBinary } from "./fold.ts"
import { pieces, readAny } from "./read-value.ts"

/** Stands for a value in a text of which only the rest is known. */
const HOLE = "\u0001"

/** `object[from:to]`. */
export function sliced(object: Value, from: Value | undefined, to: Value | undefined): Value {
  const first = from === undefined ? 0 : from.constant
  const last = to?.constant
  if (typeof first === "number" && (to === undefined || typeof last === "number")) {
    if (typeof object.constant === "string")
      return constantValue(object.constant.slice(first, last as number | undefined))
    if (object.length !== undefined) return sliceList(object, first, last as number | undefined)
    const isInHead = object.head !== undefined && first >= 0 && typeof last === "number" && last >= 0
    if (isInHead && last <= (object.head?.length ?? 0)) return constantValue((object.head ?? "").slice(first, last))
  }
  const { fields, rest, taints } = object
  return { taints: pieces(taints), fields: undefined, rest: fields === undefined ? rest : readAny(object) }
}

function sliceList(list: Value, from: number, to: number | undefined): Value {
  const places = Array.from({ length: list.length ?? 0 }, (_, at) => String(at)).slice(from, to)
  const fields = new Map(places.map((place, at) => [String(at), list.fields?.get(place) ?? unknown]))
  return { taints: list.taints, fields, length: places.length }
}

/** One text after another. */
export function joinedText(left: Value, right: Value): Value {
  const [a, b] = [textOf(left), textOf(right)]
  // A text that was put together holds no operators of a database.
  const taints = mergeTaints(pieces(allTaints(left)), pieces(allTaints(right))).map((taint) => ({
    ...taint,
    cleaned: taint.cleaned | bitOf.nosql,
  }))
  if (left.constant !== undefined && right.constant !== undefined && left.constant !== null && right.constant !== null)
    return { ...constantValue(String(left.constant) + String(right.constant)), taints }
  return {
    taints,
    head: left.constant === undefined ? left.head : `${left.constant}${right.head ?? ""}`,
    sketch: `${a}${b}`.slice(0, 4000),
    isFixed: isFixed(left) && isFixed(right),
    // `path + os.sep`, to be compared with a base.
    isResolved: left.isResolved === true && allTaints(right).length === 0,
  }
}

function textOf({ constant, sketch }: Value): string {
  return constant === undefined || constant === null ? (sketch ?? HOLE) : String(constant)
}

/** The result of an operator. */
export function combined(op: string, left: Value, right: Value): Value {
  if (left.constant !== undefined && right.constant !== undefined) {
    const folded = foldBinary(op, left.constant, right.constant)
    if (folded !== undefined) return constantValue(folded)
  }
  if (op === "in" && left.constant !== undefined && right.length !== undefined) return membership(left, right)
  if (/^(?:[<>=!]=*|in|instanceof|is)$/.test(op)) return unknown
  if (op === "+") {
    if (left.length !== undefined || right.length !== undefined) return concatenated(left, right)
    return joinedText(left, right)
  }
  if (op === "%" && (typeof left.constant === "string" || left.sketch !== undefined)) return formatted(left, right)
  if (op === "/") return { ...joinedText(left, right), path: left.path, head: left.head, isResolved: false }
  if (/^[-*&^<>|]|\*\*|\/\/$/.test(op) && op !== "|") return unknown
  return { taints: mergeTaints(pieces(allTaints(left)), pieces(allTaints(right))) }
}

function membership(left: Value, list: Value): Value {
  const items = [...(list.fields?.values() ?? [])].map(({ constant }) => constant)
  if (items.includes(left.constant)) return constantValue(true)
  return items.every((item) => item !== undefined) ? constantValue(false) : unknown
}

/** One list after another. */
export function concatenated(left: Value, right: Value): Value {
  if (left.length === undefined || right.length === undefined)
    return { taints: [...left.taints, ...right.taints], rest: joinValues(readAny(left), readAny(right)) }
  const fields = new Map(left.fields)
  for (let at = 0; at < right.length; at++)
    fields.set(String(left.length + at), right.fields?.get(String(at)) ?? unknown)
  return { taints: mergeTaints(left.taints, right.taints), fields, length: left.length + right.length }
}

/** `"… %s …" % values`. */
function formatted(text: Value, values: Value): Value {
  const sketch = (text.sketch ?? "").replace(/%[-\d.]*[a-z]|%\(\w+\)[a-z]/gi, HOLE)
  return {
    taints: mergeTaints(text.taints, pieces(allTaints(values))),
    head: sketch.split(HOLE)[0],
    sketch,
  }
}
