import { type Harm, toMask } from "../../harm.ts"
import type { CallExpr, Expr } from "../../ir.ts"
import { collectTaints, type Closure, type Taint, type Value } from "../../value.ts"
import type { Machine } from "../machine.ts"
import { isBaseItself, isCommonBeginning, isIntended } from "./base-directory.ts"
import { addGuard, recordGuard } from "./record-guard.ts"
import { guardResolvedPath } from "./guard-resolved-path.ts"
import { addresses, listExcludedHarms, listDisprovenHarms } from "./disproven-harms.ts"
import { addGuards, copyState, intersectGuards, type State, withGuards } from "../state.ts"

export interface TestOutcome {
  readonly test: Expr
  readonly outcome: boolean
}

/** Records what the outcome of a condition shows about the inputs in it. */
export function refine(machine: Machine, { test, outcome }: TestOutcome, state: State): void {
  switch (test.kind) {
    case "not":
      return refine(machine, { test: test.inner, outcome: !outcome }, state)
    case "logic": {
      // The outcome of both sides is known only if "and" is true or "or" is false.
      if ((test.op === "and") === outcome) {
        refine(machine, { test: test.left, outcome }, state)
        refine(machine, { test: test.right, outcome }, state)
      } else bothWays(machine, test, { outcome, state })
      return
    }
    case "binary":
      return comparison(machine, { test, outcome }, state)
    case "call":
      return callGuard(machine, { test, outcome }, state)
    case "assign":
      return refine(machine, { test: test.value, outcome }, state)
    case "name":
      // What is empty or missing does no harm.
      if (!outcome) recordGuard(machine, { test, harms: "all" }, state)
      return kept(machine, { name: test.name, outcome }, state)
    case "member":
      if (!outcome && hostParts.test(test.property))
        recordGuard(machine, { test: test.object, harms: addresses }, state)
      return
    default:
      return
  }
}

/** `const isOwn = folders.includes(name)`: testing `isOwn` shows the same as the call itself. */
function kept(
  machine: Machine,
  { name, outcome }: { readonly name: string; readonly outcome: boolean },
  state: State,
): void {
  const { answers } = state
  const test = answers?.get(name)
  if (test === undefined) return
  state.answers = new Map([...(answers ?? [])].filter(([other]) => other !== name))
  refine(machine, { test, outcome }, state)
  state.answers = answers
}

const hostParts = /^(?:netloc|hostname|host|origin|scheme|protocol)$/
/** Only for these does being in a list show where a URL leads. */
const hostNames = /^(?:netloc|hostname|host|origin)$/

function shownByPart(part: string): readonly Harm[] {
  return hostNames.test(part) ? [...addresses, "link"] : /^(?:scheme|protocol)$/.test(part) ? ["link"] : []
}

/** What is shown by each side of a condition, if it is only known that one of the sides had this outcome. */
function bothWays(
  machine: Machine,
  test: Expr & { readonly kind: "logic" },
  { outcome, state }: { readonly outcome: boolean; readonly state: State },
): void {
  const sides = [test.left, test.right].map((side) => {
    const copy = withGuards(state, new Map(state.guarded))
    refine(machine, { test: side, outcome }, copy)
    return copy.guarded
  })
  const [left, right] = sides
  for (const [origin, mask] of left ?? []) {
    const shared = mask & (right?.get(origin) ?? 0)
    if (shared !== 0) addGuard(state, origin, shared)
  }
}

function comparison(
  machine: Machine,
  { test, outcome }: { readonly test: Expr & { readonly kind: "binary" }; readonly outcome: boolean },
  state: State,
): void {
  const { op, left, right } = test
  if (op === "in") return membership(machine, { left, right, outcome }, state)
  if (!/^[=!]==?$/.test(op)) return search(machine, { test, outcome }, state)
  const isEqual = outcome === !op.startsWith("!")
  for (const [checked, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (isSearch(checked)) {
      if (other.kind === "minus" || (other.kind === "const" && other.value === 0))
        search(machine, { test, outcome }, state)
      continue
    }
    const value = machine.evaluate(other, state)
    if (isEqual && isKeyedDigest(value))
      for (const one of [checked, other])
        recordGuard(machine, { test: one, harms: ["object", "trust"], isSigned: true }, state)
    if (checked.kind === "typeof" && value.constant === "object") continue
    if (!isEqual && value.constant === "..") guardResolvedPath(machine, checked, state)
    if (typedAs(checked, value, isEqual))
      recordGuard(
        machine,
        {
          test: checked.kind === "typeof" ? checked.inner : checked,
          harms: numberLike(value) ? "all" : ["nosql"],
        },
        state,
      )
    else if (value.constant === "__proto__" || value.constant === "constructor")
      recordGuard(machine, { test: checked, harms: ["key"] }, state)
    else if (isEqual && isSamePlace(machine.evaluate(checked, state), value))
      recordGuard(machine, { test: checked, harms: ["path", "archive"] }, state)
    else if (isEqual && isBaseItself(machine.evaluate(checked, state), value))
      recordGuard(machine, { test: checked, harms: ["path", "archive"] }, state)
    else if (isEqual && (isFixed(value) || isCommonBeginning(checked)))
      recordGuard(machine, { test: checked, harms: equalTo(machine, checked, state) }, state)
  }
}

/** `hmac.new(key, body).hexdigest()`: only the owner of the key can compute it. */
function isKeyedDigest({ path }: Value): boolean {
  return /^hmac\.(?:digest|\w+\(\)\.(?:hex)?digest)\(\)$/.test(path ?? "")
}

function typedAs(checked: Expr, value: Value, isEqual: boolean): boolean {
  return checked.kind === "typeof" && isEqual && typeof value.constant === "string"
}

function numberLike({ constant }: Value): boolean {
  return /^(?:number|boolean|bigint|undefined)$/.test(String(constant))
}

function isFixed(value: Value): boolean {
  if (value.constant !== undefined) return value.constant !== null && value.constant !== ""
  return value.taints.length === 0
}

/** `path.relative(base, input) === ""`: the input is the base itself. */
function isSamePlace({ path }: Value, { constant }: Value): boolean {
  return constant === "" && /(?:^|\.)relative\(\)$/.test(path ?? "")
}

/** Being equal to a constant shows everything about the input itself, and something about a part of it. */
function equalTo(machine: Machine, checked: Expr, state: State): readonly Harm[] | "all" {
  if (checked.kind === "member" && hostParts.test(checked.property)) return shownByPart(checked.property)
  if (checked.kind === "index" || checked.kind === "slice") return []
  if (checked.kind === "call") {
    const method = checked.callee.kind === "member" ? checked.callee.property : ""
    if (/^(?:commonpath|commonprefix|dirname|relative)$/.test(method)) return ["path"]
    if (!/^(?:strip|lower|upper|trim|toLowerCase|toUpperCase|toString|str|get)$/.test(method)) return []
  }
  const { taints, isResolved }: { taints: readonly Taint[]; isResolved?: boolean | undefined } = machine.evaluate(
    checked,
    state,
  )
  if (isResolved === true) return ["path", "archive"]
  return taints.every(({ isWhole }) => isWhole) ? "all" : []
}

/** `x in list`, `".." in x`, `key in object`. */
function membership(
  machine: Machine,
  { left, right, outcome }: { readonly left: Expr; readonly right: Expr; readonly outcome: boolean },
  state: State,
): void {
  const [item, list] = [machine.evaluate(left, state), machine.evaluate(right, state)]
  if (item.constant !== undefined) {
    if (!outcome && typeof item.constant === "string")
      recordGuard(machine, { test: right, harms: listExcludedHarms(item.constant), isOfWhole: true }, state)
    return
  }
  if ([...(list.fields?.values() ?? [])].some(({ constant }) => constant === "__proto__"))
    recordGuard(machine, { test: left, harms: ["key"] }, state)
  // `base in path.parents`
  if (outcome && right.kind === "member" && right.property === "parents")
    recordGuard(machine, { test: right.object, harms: ["path", "archive"] }, state)
  if (!outcome || list.taints.length > 0 || collectTaints(list).length > 0) return
  const checked = left.kind === "logic" && left.op === "or" && left.right.kind === "const" ? left.left : left
  const isPart = checked.kind === "member" && hostParts.test(checked.property)
  const shown = isPart ? shownByPart(checked.property) : "all"
  recordGuard(machine, { test: checked, harms: shown }, state)
}

function isSearch(expr: Expr): expr is CallExpr {
  return (
    expr.kind === "call" &&
    expr.callee.kind === "member" &&
    /^(?:indexOf|find|search|lastIndexOf)$/.test(expr.callee.property)
  )
}

/** `x.indexOf("..") !== -1`, `list.indexOf(x) >= 0`. */
function search(
  machine: Machine,
  { test, outcome }: { readonly test: Expr & { readonly kind: "binary" }; readonly outcome: boolean },
  state: State,
): void {
  const call = isSearch(test.left) ? test.left : isSearch(test.right) ? test.right : undefined
  if (call === undefined || call.callee.kind !== "member") return
  const isZero = [test.left, test.right].some((side) => side.kind === "const" && side.value === 0)
  const isFound =
    outcome === (test.op.startsWith("!") ? !isZero : test.op.startsWith("=") ? isZero : test.op.startsWith(">"))
  const [arg] = call.args
  if (arg === undefined) return
  // `x.indexOf(folder) === 0` is how startsWith was written.
  if (isZero && /^[!=]/.test(test.op))
    prefixGuard(machine, { test: call, method: "startsWith", outcome: isFound }, state)
  else membership(machine, { left: arg.value, right: call.callee.object, outcome: isFound }, state)
}

/** A call that returns yes or no. */
function callGuard(
  machine: Machine,
  { test, outcome }: { readonly test: CallExpr; readonly outcome: boolean },
  state: State,
): void {
  const callee = test.callee
  const method = callee.kind === "member" ? callee.property : callee.kind === "name" ? callee.name : ""
  if (
    /^(?:includes|has|contains|indexOf|hasOwnProperty|hasOwn|__contains__)$/.test(method) &&
    callee.kind === "member"
  ) {
    const item = method === "hasOwn" ? test.args[1] : test.args[0]
    if (item !== undefined && outcome && method.startsWith("hasOwn"))
      recordGuard(machine, { test: item.value, harms: ["key"] }, state)
    if (item !== undefined && method !== "hasOwn")
      membership(machine, { left: item.value, right: callee.object, outcome }, state)
    return
  }
  const [, own] = test.args
  // `Object.prototype.hasOwnProperty.call(object, key)`
  if (
    method === "call" &&
    callee.kind === "member" &&
    /\bhasOwn/.test(readMemberName(callee.object)) &&
    own !== undefined
  ) {
    if (outcome) recordGuard(machine, { test: own.value, harms: ["key"] }, state)
    return
  }
  if (method === (outcome ? "every" : "some") && callee.kind === "member")
    return eachGuard(machine, { test, list: callee.object, outcome }, state)
  if (prefixGuard(machine, { test, method, outcome }, state)) return
  if (method === "endsWith" || method === "endswith") return suffixGuard(machine, { test, method, outcome }, state)
  if (patternGuard(machine, { test, method, outcome }, state)) return
  const called = machine.evaluate(callee, state)
  ownAnswer(machine, { test, closures: called.closures ?? [], outcome }, state)
  const path = called.path ?? ""
  for (const { row, mask } of machine.known.guardsOfCall(path, method)) {
    if ((row.when ?? true) !== outcome) continue
    if (
      row.text !== undefined &&
      !test.args.some(({ value }) =>
        row.text?.test(String(machine.evaluate(value, state).constant ?? readMemberName(value))),
      )
    )
      continue
    const checked =
      callee.kind === "member"
        ? [callee.object, ...test.args.map(({ value }) => value)]
        : test.args.map(({ value }) => value)
    for (const one of checked) recordGuard(machine, { test: one, harms: mask, isSigned: row.isSigned }, state)
  }
}

/** What the result of a project function shows about its arguments. */
function ownAnswer(
  machine: Machine,
  { test, closures, outcome }: TestOutcome & { readonly test: CallExpr; readonly closures: readonly Closure[] },
  state: State,
): void {
  if (closures.length === 0) return
  const args: Value[] = []
  const named = new Map<string, Value>()
  for (const { name, value } of test.args)
    if (name === undefined) args.push(machine.evaluate(value, state))
    else named.set(name, machine.evaluate(value, state))
  if ([...args, ...named.values()].every((value) => collectTaints(value).length === 0)) return
  const shown = closures.map((closure) => {
    const asking = withGuards(state, new Map())
    machine.invoke(closure, { args, named, self: closure.self, from: test, state: asking, asked: outcome })
    return asking.guarded
  })
  addGuards(state, intersectGuards(shown))
}

/** `list.every((item) => …)`, and `!list.some((item) => …)`: the outcome was the same for each item. */
function eachGuard(
  machine: Machine,
  { test, list, outcome }: { readonly test: CallExpr; readonly list: Expr; readonly outcome: boolean },
  state: State,
): void {
  const [given] = test.args
  const fn = given?.value.kind === "function" ? given.value.fn : undefined
  const [only, ...more] = fn?.body() ?? []
  const target = fn?.params[0]?.target
  if (only?.kind !== "return" || only.value === undefined || more.length > 0 || target?.kind !== "name") return
  const inner = withGuards(copyState(state), state.guarded)
  const key: Expr = { kind: "other", parts: [], start: list.start, end: list.end }
  inner.vars.set(
    target.name,
    machine.evaluate({ kind: "index", object: list, key, start: list.start, end: list.end }, state),
  )
  refine(machine, { test: only.value, outcome }, inner)
}

function readMemberName(expr: Expr): string {
  return expr.kind === "member" ? expr.property : expr.kind === "name" ? expr.name : ""
}

interface CallOutcome {
  readonly test: CallExpr
  readonly method: string
  readonly outcome: boolean
}

/** `x.startswith("https://host/")`, `resolved.startsWith(base)`, `relative.startsWith("..")`. */
function prefixGuard(machine: Machine, { test, method, outcome }: CallOutcome, state: State): boolean {
  if (!/^starts[wW]ith$/.test(method) || test.callee.kind !== "member") return false
  const object = test.callee.object
  const prefix = test.args[0] === undefined ? undefined : machine.evaluate(test.args[0].value, state)
  const text = prefix?.constant
  if (typeof text === "string") {
    if (text.startsWith("..") || (text === "/" && !outcome)) {
      if (!outcome) recordGuard(machine, { test: object, harms: text === "/" ? [] : ["path", "archive"] }, state)
      return true
    }
    // Another host name can begin with this one, and a URL of another host can begin with a slash.
    const isEnough = machine.isPython ? /^https?:\/\/[^/]+\/|^\/|^https?:\/\/[\w.-]+$/ : /^https?:\/\/[^/]+\/|^\/[^/\\]/
    if (outcome && isEnough.test(text)) recordGuard(machine, { test: object, harms: [...addresses, "link"] }, state)
    else if (outcome && /^https?:|^mailto:|^\//.test(text))
      recordGuard(machine, { test: object, harms: ["link"] }, state)
    if (outcome ? !text.startsWith("-") : text === "-") recordGuard(machine, { test: object, harms: ["option"] }, state)
    if (!outcome && /^\/[/\\]/.test(text)) recordGuard(machine, { test: object, harms: addresses }, state)
    if (outcome && machine.evaluate(object, state).isResolved === true)
      recordGuard(machine, { test: object, harms: ["path", "archive"] }, state)
    return true
  }
  if (outcome && (prefix === undefined || isIntended(prefix))) {
    const { isResolved } = machine.evaluate(object, state)
    if (isResolved === true) recordGuard(machine, { test: object, harms: ["path", "archive"] }, state)
    else
      for (const { trust, origin } of collectTaints(machine.evaluate(object, state)))
        if (trust === "document" || trust === "remote") addGuard(state, origin, toMask(["path", "archive"]))
  }
  return true
}

/** `url.hostname.endsWith(".shop.com")`: it leads to a host of that domain. */
function suffixGuard(machine: Machine, { test, outcome }: CallOutcome, state: State): void {
  const host = test.callee.kind === "member" ? test.callee.object : undefined
  const [suffix] = test.args
  if (!outcome || host?.kind !== "member" || !hostNames.test(host.property) || suffix === undefined) return
  const { constant } = machine.evaluate(suffix.value, state)
  if (typeof constant === "string" && /^\.[\w-]+\./.test(constant))
    recordGuard(machine, { test: host, harms: shownByPart(host.property) }, state)
}

/** A regular expression that must match the whole text, or that finds what must not be in it. */
function patternGuard(machine: Machine, { test, method, outcome }: CallOutcome, state: State): boolean {
  if (!/^(?:test|match|fullmatch|search|exec)$/.test(method) || test.callee.kind !== "member") return false
  const object = machine.evaluate(test.callee.object, state)
  const args = test.args.map(({ value }) => machine.evaluate(value, state))
  const isOfModule = object.path === "re"
  const pattern = isOfModule
    ? args[0]?.sketch
    : object.path === "(regex)"
      ? object.sketch
      : args[0]?.path === "(regex)"
        ? args[0].sketch
        : undefined
  const checked = isOfModule
    ? test.args[1]?.value
    : object.path === "(regex)"
      ? test.args[0]?.value
      : test.callee.object
  if (checked === undefined) return false
  if (pattern === undefined) {
    if (outcome && object.taints.length === 0) recordGuard(machine, { test: checked, harms: "all" }, state)
    return true
  }
  const how = { outcome, isWhole: method === "fullmatch", isStart: machine.isPython && method === "match" }
  recordGuard(machine, { test: checked, harms: listDisprovenHarms(pattern, how) }, state)
  return true
}
