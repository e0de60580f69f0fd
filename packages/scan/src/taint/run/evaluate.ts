import type { Class, EachExpr, EntryExpr, Expr, ItemExpr } from "../ir.ts"
import {
  collectTaints,
  BARE,
  changeValue,
  type Closure,
  makeConstant,
  joinValues,
  mergeTaints,
  NO_TAINTS,
  unknown,
  type Value,
  makeValue,
} from "../value.ts"
import { evaluateCall } from "./evaluate-call.ts"
import { combineValues, concatenateValues, sliceValue } from "./values/combine-values.ts"
import { joinText } from "./values/join-text.ts"
import { isTruthy } from "./values/fold.ts"
import { refine } from "./guards/refine.ts"
import type { Machine } from "./machine.ts"
import { toPieces, readAny, takeItem, readMember, readPath } from "./values/read-value.ts"
import { checkElement, checkTag } from "./check-sinks.ts"
import { copyState, keepGuards, lookUp, type State } from "./state.ts"

/** The value of an expression at this point of the program. */
export function evaluate(machine: Machine, expr: Expr, state: State): Value {
  if (!machine.spend()) return unknown
  switch (expr.kind) {
    case "const":
      return makeConstant(expr.value)
    case "regex":
      return makeValue({ path: "(regex)", sketch: expr.source, head: expr.flags })
    case "name":
      return named(machine, expr, state)
    case "member":
      return evaluateMember(machine, expr, state)
    case "index":
      return readIndex(machine, expr, state)
    case "slice":
      return evaluateSlice(machine, expr, state)
    case "call":
      return evaluateCall(machine, expr, state)
    case "template":
      return filledText(machine, expr, state)
    case "binary":
      return combineValues(expr.op, evaluate(machine, expr.left, state), evaluate(machine, expr.right, state))
    case "logic":
      return logic(machine, expr, state)
    case "not":
      return opposite(isTruthy(evaluate(machine, expr.inner, state).constant))
    case "yield":
      return yielded(keepGuards(evaluate(machine, expr.inner, state), state), expr.isAll, state)
    case "minus": {
      const { constant } = evaluate(machine, expr.inner, state)
      return typeof constant === "number" ? makeConstant(-constant) : unknown
    }
    case "typeof":
      evaluate(machine, expr.inner, state)
      return unknown
    case "choice":
      return chosen(machine, expr, state)
    case "list":
      return evaluateList(machine, expr.items, state)
    case "record":
      return evaluateRecord(machine, expr.entries, state)
    case "function":
      return functionValue(machine, expr.fn, state)
    case "class":
      return classValue(machine, expr.cls, state)
    case "assign": {
      const value = assigned(machine, expr, state)
      machine.assign(expr.target, value, state)
      return value
    }
    case "each":
      return each(machine, expr, state)
    case "element":
      return elementValue(machine, expr, state)
    case "other":
      return makeValue({ taints: toPieces(mergeAllTaints(evaluateAll(machine, expr.parts, state))) })
  }
}

function evaluateMember(machine: Machine, expr: Expr & { readonly kind: "member" }, state: State): Value {
  const object = evaluate(machine, expr.object, state)
  return readMember(machine, { object, name: expr.property }, { spot: expr, state })
}

function evaluateSlice(machine: Machine, { object, from, to }: Expr & { readonly kind: "slice" }, state: State): Value {
  const whole = evaluate(machine, object, state)
  return sliceValue(whole, from && evaluate(machine, from, state), to && evaluate(machine, to, state))
}

function classValue(machine: Machine, cls: Class, state: State): Value {
  return makeValue({ cls: { cls, state, file: state.frame.file, bases: evaluateAll(machine, cls.bases, state) } })
}

function mergeAllTaints(values: readonly Value[]): Value["taints"] {
  return values.reduce<Value["taints"]>((all, one) => mergeTaints(all, collectTaints(one)), NO_TAINTS)
}

function evaluateAll(machine: Machine, exprs: readonly Expr[], state: State): readonly Value[] {
  return exprs.map((one) => evaluate(machine, one, state))
}

function opposite(truth: boolean | undefined): Value {
  return truth === undefined ? unknown : makeConstant(!truth)
}

function yielded(value: Value, isAll: boolean, { frame }: State): Value {
  frame.yields.push(isAll ? readAny(value) : value)
  return unknown
}

function named(machine: Machine, expr: Expr & { readonly kind: "name" }, state: State): Value {
  const known = lookUp(expr.name, state)
  if (known === undefined) return readPath(machine, expr.name, { spot: expr, state })
  return keepGuards(known.link === undefined ? known : machine.follow(known), state)
}

function functionValue(machine: Machine, fn: Closure["fn"], state: State): Value {
  const closure: Closure = { fn, state, file: state.frame.file, self: lookUp("this", state), home: undefined }
  machine.made.set(closure, undefined)
  return makeValue({ closures: [closure] })
}

function elementValue(machine: Machine, element: Expr & { readonly kind: "element" }, state: State): Value {
  const entries = evaluateRecord(machine, element.entries, state)
  for (const one of element.parts) evaluate(machine, one, state)
  checkElement(machine, { element, entries }, state)
  return unknown
}

/** The value of `a = b`, `a += b`, `a ||= b`. */
function assigned(machine: Machine, expr: Expr & { readonly kind: "assign" }, state: State): Value {
  const value = evaluate(machine, expr.value, state)
  if (expr.op === undefined) return value
  const before = evaluate(machine, expr.target, state)
  return /^(?:\|\||&&|\?\?)$/.test(expr.op) ? joinValues(before, value) : combineValues(expr.op, before, value)
}

function readIndex(machine: Machine, expr: Expr & { readonly kind: "index" }, state: State): Value {
  const object = evaluate(machine, expr.object, state)
  const key = evaluate(machine, expr.key, state)
  const { constant } = key
  if (constant === undefined || constant === null)
    return machine.isPython || key.taints.length === 0 || object.path === BARE
      ? readAny(object)
      : changeValue(readAny(object), { viaKey: key.taints })
  if (typeof constant === "number") {
    if (typeof object.constant === "string") {
      const sign = object.constant.at(constant)
      return sign === undefined ? unknown : makeConstant(sign)
    }
    const at = constant < 0 && object.length !== undefined ? object.length + constant : constant
    if (object.length === undefined && object.fields === undefined) return readAny(object)
    return readMember(machine, { object, name: String(at) }, { spot: expr, state })
  }
  return readMember(machine, { object, name: String(constant) }, { spot: expr, state })
}

function filledText(machine: Machine, expr: Expr & { readonly kind: "template" }, state: State): Value {
  const parts = expr.parts.map((part) => evaluate(machine, part, state))
  if (expr.tag !== undefined) return checkTag(machine, { expr, parts }, state)
  return parts.reduce((text, part) => joinText(text, part), makeConstant(""))
}

function logic(machine: Machine, expr: Expr & { readonly kind: "logic" }, state: State): Value {
  const left = evaluate(machine, expr.left, state)
  const truth = isTruthy(left.constant)
  if (expr.op === "and" && truth === false) return left
  if (expr.op === "or" && truth === true) return left
  const branch = copyState(state)
  refine(machine, { test: expr.left, outcome: expr.op === "and" }, branch)
  const right = evaluate(machine, expr.right, branch)
  if (truth !== undefined && expr.op !== "nullish") return right
  if (expr.op === "and") return changeValue(right, { constant: undefined })
  return joinValues(left, right)
}

function chosen(machine: Machine, expr: Expr & { readonly kind: "choice" }, state: State): Value {
  const truth = isTruthy(evaluate(machine, expr.test, state).constant)
  if (truth !== undefined) return evaluate(machine, truth ? expr.yes : expr.otherwise, state)
  const [yes, no] = [copyState(state), copyState(state)]
  refine(machine, { test: expr.test, outcome: true }, yes)
  refine(machine, { test: expr.test, outcome: false }, no)
  const first = keepGuards(evaluate(machine, expr.yes, yes), yes)
  return joinValues(first, keepGuards(evaluate(machine, expr.otherwise, no), no))
}

function evaluateList(machine: Machine, items: readonly ItemExpr[], state: State): Value {
  const first = new Map<string, Value>()
  let at = 0
  for (; at < items.length && items[at]?.isSpread !== true; at++)
    first.set(String(at), evaluate(machine, (items[at] as ItemExpr).value, state))
  let list: Value = makeValue({ fields: first, length: at })
  for (const { value, isSpread } of items.slice(at)) {
    const item = evaluate(machine, value, state)
    if (isSpread) list = concatenateValues(list, item)
    else if (list.length === undefined) list = changeValue(list, { rest: joinValues(list.rest ?? unknown, item) })
    else list = concatenateValues(list, makeValue({ fields: new Map([["0", item]]), length: 1 }))
  }
  return list
}

function evaluateRecord(machine: Machine, entries: readonly EntryExpr[], state: State): Value {
  const fields = new Map<string, Value>()
  let rest: Value | undefined
  let taints: Value["taints"] = NO_TAINTS
  for (const { key, value } of entries) {
    const item = keepGuards(evaluate(machine, value, state), state)
    const name = key === undefined ? undefined : evaluate(machine, key, state).constant
    if (name !== undefined && name !== null) fields.set(String(name), item)
    else if (key !== undefined) rest = rest === undefined ? item : joinValues(rest, item)
    else {
      for (const [field, held] of item.fields ?? []) fields.set(field, held)
      if (item.rest !== undefined) rest = rest === undefined ? item.rest : joinValues(rest, item.rest)
      taints = mergeTaints(taints, item.taints)
    }
  }
  return makeValue({ taints, fields, rest })
}

function each(machine: Machine, expr: EachExpr, state: State): Value {
  const iterable = evaluate(machine, expr.iterable, state)
  const inner = copyState(state)
  machine.assign(expr.target, takeItem(machine, iterable), inner)
  for (const test of expr.tests) {
    evaluate(machine, test, inner)
    refine(machine, { test, outcome: true }, inner)
  }
  const item = keepGuards(evaluate(machine, expr.result, inner), inner)
  return makeValue({ rest: item })
}
