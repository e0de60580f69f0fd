import {
  collectTaints,
  changeValue,
  makeConstant,
  isFixed,
  joinValues,
  mergeTaints,
  unknown,
  type Value,
  makeValue,
} from "../../value.ts"
import { foldBinary } from "./fold.ts"
import { formatPercent } from "./format-text.ts"
import { HOLE, joinText } from "./join-text.ts"
import { toPieces, readAny } from "./read-value.ts"

/** `object[from:to]`. */
export function sliceValue(object: Value, from: Value | undefined, to: Value | undefined): Value {
  const first = from === undefined ? 0 : from.constant
  const last = to?.constant
  if (typeof first === "number" && (to === undefined || typeof last === "number")) {
    if (typeof object.constant === "string")
      return makeConstant(object.constant.slice(first, last as number | undefined))
    if (object.length !== undefined) return sliceList(object, first, last as number | undefined)
    const known = firstItems(object, first, last as number | undefined)
    if (known !== undefined) return known
    const isInHead = object.head !== undefined && first >= 0 && typeof last === "number" && last >= 0
    if (isInHead && last <= (object.head?.length ?? 0)) return makeConstant((object.head ?? "").slice(first, last))
  }
  const { fields, rest, taints } = object
  return makeValue({ taints: toPieces(taints), fields: undefined, rest: fields === undefined ? rest : readAny(object) })
}

/** The first items of a list that may have had others added. */
function firstItems(list: Value, from: number, to: number | undefined): Value | undefined {
  if (to === undefined || from < 0 || to <= from || list.taints.length > 0) return undefined
  if (to - from > (list.fields?.size ?? 0)) return undefined
  const items = Array.from({ length: to - from }, (_, at) => list.fields?.get(String(from + at)))
  if (items.some((item) => item === undefined)) return undefined
  const fields = new Map(items.map((item, at) => [String(at), item ?? unknown]))
  return makeValue({ fields, length: items.length })
}

function sliceList(list: Value, from: number, to: number | undefined): Value {
  const places = Array.from({ length: list.length ?? 0 }, (_, at) => String(at)).slice(from, to)
  const fields = new Map(places.map((place, at) => [String(at), list.fields?.get(place) ?? unknown]))
  return makeValue({ taints: list.taints, fields, length: places.length })
}

/** The result of an operator. */
export function combineValues(op: string, left: Value, right: Value): Value {
  if (left.constant !== undefined && right.constant !== undefined) {
    const folded = foldBinary(op, left.constant, right.constant)
    if (folded !== undefined) return makeConstant(folded)
  }
  if (op === "in" && left.constant !== undefined && right.length !== undefined) return membership(left, right)
  if (/^(?:[<>=!]=*|in|instanceof|is)$/.test(op)) return unknown
  if (op === "+") {
    if (left.length !== undefined || right.length !== undefined) return concatenateValues(left, right)
    return joinText(left, right)
  }
  if (op === "%" && (typeof left.constant === "string" || left.sketch !== undefined)) return formatted(left, right)
  if (op === "/") return changeValue(joinText(left, right), { path: left.path, head: left.head, isResolved: false })
  if (/^[-*&^<>|]|\*\*|\/\/$/.test(op) && op !== "|") return isFixed(left) && isFixed(right) ? someText : unknown
  return makeValue({ taints: mergeTaints(toPieces(collectTaints(left)), toPieces(collectTaints(right))) })
}

/** Built only from constants in the code and numbers. */
const someText: Value = makeValue({ isFixed: true })

function membership(left: Value, list: Value): Value {
  const items = [...(list.fields?.values() ?? [])].map(({ constant }) => constant)
  if (items.includes(left.constant)) return makeConstant(true)
  return items.every((item) => item !== undefined) ? makeConstant(false) : unknown
}

/** One list after another. */
export function concatenateValues(left: Value, right: Value): Value {
  if (left.length === undefined || right.length === undefined)
    return makeValue({ taints: [...left.taints, ...right.taints], rest: joinValues(readAny(left), readAny(right)) })
  const fields = new Map(left.fields)
  for (let at = 0; at < right.length; at++)
    fields.set(String(left.length + at), right.fields?.get(String(at)) ?? unknown)
  return makeValue({ taints: mergeTaints(left.taints, right.taints), fields, length: left.length + right.length })
}

/** A text that is known except for the inserted values. */
function formatted(text: Value, values: Value): Value {
  if (typeof text.constant === "string") return formatPercent(text.constant, values)
  const sketch = (text.sketch ?? "").replace(/%[-\d.]*[a-z]|%\(\w+\)[a-z]/gi, HOLE)
  return makeValue({
    taints: mergeTaints(text.taints, toPieces(collectTaints(values))),
    head: sketch.split(HOLE)[0],
    sketch,
  })
}
