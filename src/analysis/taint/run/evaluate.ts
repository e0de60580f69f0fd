import type { EachExpr, Entry, Expr, Item } from "../ir.ts"
import { bitOf } from "../harm.ts"
import { allTaints, constantValue, joinValues, mergeTaints, BARE, type Closure, type Value, unknown } from "../value.ts"
import { evaluateCall } from "./call.ts"
import { combined, concatenated, joinedText, sliced } from "./values/combine.ts"
import { truthOf } from "./values/fold.ts"
import { refine } from "./guard.ts"
import type { Machine } from "./machine.ts"
import { pieces, readAny, readMember, readPath } from "./values/read-value.ts"
import { checkElement, checkTag } from "./sink.ts"
import { copyState, lookUp, type State } from "./state.ts"

/** What an expression is, at this point of the program. */
export function evaluate(machine: Machine, expr: Expr, state: State): Value {
  if (!machine.spend()) return unknown
  const go = (one: Expr) => evaluate(machine, one, state)
  switch (expr.kind) {
    case "const":
      return constantValue(expr.value)
    case "regex":
      return { taints: [], path: "(regex)", sketch: expr.source, head: expr.flags }
    case "name":
      return named(machine, expr, state)
    case "member":
      return readMember(machine, { object: go(expr.object), name: expr.property }, { spot: expr, state })
    case "index":
      return readIndex(machine, expr, state)
    case "slice":
      return sliced(go(expr.object), expr.from && go(expr.from), expr.to && go(expr.to))
    case "call":
      return evaluateCall(machine, expr, state)
    case "template":
      return filledText(machine, expr, state)
    case "binary":
      return combined(expr.op, go(expr.left), go(expr.right))
    case "logic":
      return logic(machine, expr, state)
    case "not":
      return opposite(truthOf(go(expr.inner).constant))
    case "yield":
      return yielded(guardedValue(go(expr.inner), state), expr.isAll, state)
    case "minus": {
      const { constant } = go(expr.inner)
      return typeof constant === "number" ? constantValue(-constant) : unknown
    }
    case "typeof":
      go(expr.inner)
      return unknown
    case "choice":
      return chosen(machine, expr, state)
    case "list":
      return listOf(machine, expr.items, state)
    case "record":
      return recordOf(machine, expr.entries, state)
    case "function":
      return functionValue(machine, expr.fn, state)
    case "class":
      return { taints: [], cls: { cls: expr.cls, state, file: state.frame.file, bases: expr.cls.bases.map(go) } }
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
      return {
        taints: pieces(expr.parts.map(go).reduce<Value["taints"]>((all, one) => mergeTaints(all, allTaints(one)), [])),
      }
  }
}

function opposite(truth: boolean | undefined): Value {
  return truth === undefined ? unknown : constantValue(!truth)
}

function yielded(value: Value, isAll: boolean, { frame }: State): Value {
  frame.yields.push(isAll ? readAny(value) : value)
  return unknown
}

function named(machine: Machine, expr: Expr & { readonly kind: "name" }, state: State): Value {
  const known = lookUp(expr.name, state)
  if (known === undefined) return readPath(machine, expr.name, { spot: expr, state })
  return known.link === undefined ? known : machine.follow(known)
}

function functionValue(machine: Machine, fn: Closure["fn"], state: State): Value {
  const closure: Closure = { fn, state, file: state.frame.file, self: lookUp("this", state) }
  machine.made.set(closure, undefined)
  return { taints: [], closures: [closure] }
}

function elementValue(machine: Machine, element: Expr & { readonly kind: "element" }, state: State): Value {
  const entries = recordOf(machine, element.entries, state)
  for (const one of element.parts) evaluate(machine, one, state)
  checkElement(machine, { element, entries }, state)
  return unknown
}

/** The value of `a = b`, `a += b`, `a ||= b`. */
function assigned(machine: Machine, expr: Expr & { readonly kind: "assign" }, state: State): Value {
  const value = evaluate(machine, expr.value, state)
  if (expr.op === undefined) return value
  const before = evaluate(machine, expr.target, state)
  return /^(?:\|\||&&|\?\?)$/.test(expr.op) ? joinValues(before, value) : combined(expr.op, before, value)
}

function readIndex(machine: Machine, expr: Expr & { readonly kind: "index" }, state: State): Value {
  const object = evaluate(machine, expr.object, state)
  const key = evaluate(machine, expr.key, state)
  const { constant } = key
  if (constant === undefined || constant === null)
    return machine.isPython || key.taints.length === 0 || object.path === BARE
      ? readAny(object)
      : { ...readAny(object), viaKey: key.taints }
  if (typeof constant === "number") {
    if (typeof object.constant === "string") {
      const sign = object.constant.at(constant)
      return sign === undefined ? unknown : constantValue(sign)
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
  return parts.reduce((text, part) => joinedText(text, part), constantValue(""))
}

function logic(machine: Machine, expr: Expr & { readonly kind: "logic" }, state: State): Value {
  const left = evaluate(machine, expr.left, state)
  const truth = truthOf(left.constant)
  if (expr.op === "and" && truth === false) return left
  if (expr.op === "or" && truth === true) return left
  const branch = copyState(state)
  refine(machine, { test: expr.left, outcome: expr.op === "and" }, branch)
  const right = evaluate(machine, expr.right, branch)
  if (truth !== undefined && expr.op !== "nullish") return right
  if (expr.op === "and") return { ...right, constant: undefined }
  return joinValues(left, right)
}

function chosen(machine: Machine, expr: Expr & { readonly kind: "choice" }, state: State): Value {
  const truth = truthOf(evaluate(machine, expr.test, state).constant)
  if (truth !== undefined) return evaluate(machine, truth ? expr.yes : expr.otherwise, state)
  const [yes, no] = [copyState(state), copyState(state)]
  refine(machine, { test: expr.test, outcome: true }, yes)
  refine(machine, { test: expr.test, outcome: false }, no)
  const first = guardedValue(evaluate(machine, expr.yes, yes), yes)
  return joinValues(first, guardedValue(evaluate(machine, expr.otherwise, no), no))
}

/** What a check showed about the input stays with the value that leaves the branch. */
export function guardedValue(value: Value, { guarded }: Pick<State, "guarded">): Value {
  if (guarded.size === 0 || (value.taints.length === 0 && value.viaKey === undefined)) return value
  const mask = (origin: string) => guarded.get(origin) ?? 0
  const viaKey = value.viaKey?.filter(({ origin }) => (mask(origin) & bitOf.key) === 0)
  if (viaKey !== undefined && viaKey.length === 0) return guardedValue({ ...value, viaKey: undefined }, { guarded })
  return { ...value, taints: value.taints.map((taint) => ({ ...taint, cleaned: taint.cleaned | mask(taint.origin) })) }
}

function listOf(machine: Machine, items: readonly Item[], state: State): Value {
  let list: Value = { taints: [], fields: new Map(), length: 0 }
  for (const { value, isSpread } of items) {
    const item = evaluate(machine, value, state)
    if (isSpread) list = concatenated(list, item)
    else if (list.length === undefined) list = { ...list, rest: joinValues(list.rest ?? unknown, item) }
    else list = concatenated(list, { taints: [], fields: new Map([["0", item]]), length: 1 })
  }
  return list
}

function recordOf(machine: Machine, entries: readonly Entry[], state: State): Value {
  const fields = new Map<string, Value>()
  let rest: Value | undefined
  let taints: Value["taints"] = []
  for (const { key, value } of entries) {
    const item = evaluate(machine, value, state)
    const name = key === undefined ? undefined : evaluate(machine, key, state).constant
    if (name !== undefined && name !== null) fields.set(String(name), item)
    else if (key !== undefined) rest = rest === undefined ? item : joinValues(rest, item)
    else {
      for (const [field, held] of item.fields ?? []) fields.set(field, held)
      if (item.rest !== undefined) rest = rest === undefined ? item.rest : joinValues(rest, item.rest)
      taints = mergeTaints(taints, item.taints)
    }
  }
  return { taints, fields, rest }
}

function each(machine: Machine, expr: EachExpr, state: State): Value {
  const iterable = evaluate(machine, expr.iterable, state)
  const inner = copyState(state)
  machine.assign(expr.target, readAny(iterable), inner)
  for (const test of expr.tests) {
    evaluate(machine, test, inner)
    refine(machine, { test, outcome: true }, inner)
  }
  const item = guardedValue(evaluate(machine, expr.result, inner), inner)
  return { taints: [], rest: item }
}
