import { changeValue, clearHarms, type Closure, joinValues, unknown, type Value, makeValue } from "../../value.ts"
import type { Machine } from "../machine.ts"
import type { State } from "../state.ts"
import { readAny } from "./read-value.ts"
import type { Called } from "./called.ts"

/** The result of a call that runs a function passed to it, if the arguments of that function are known. */
export function runCallbacks(machine: Machine, called: Called, state: State): Value | undefined {
  const { expr, callee, object } = called
  if (expr.isNew && callee.path === "Promise") return promised(machine, called, state)
  if (machine.isPython) {
    const done = runLater(machine, called, state) ?? cleanedItems(machine, called)
    if (done !== undefined) return done
  } else {
    const soon = runSoon(machine, called, state) ?? emitted(machine, called, state)
    if (soon !== undefined) return soon
  }
  return object === undefined ? undefined : visitedItems(machine, called, state)
}

/** `new Promise(fn)` runs the function immediately; the value it resolves with is the result. */
function promised(machine: Machine, { expr, args }: Called, state: State): Value {
  const settled: Value[] = []
  const resolve: Value = makeValue({ path: RESOLVE, settle: (value) => settled.push(value) })
  for (const closure of args[0]?.closures ?? [])
    machine.invoke(closure, { args: [resolve, unknown], named: new Map(), self: closure.self, from: expr, state })
  return settled.length === 0 ? unknown : settled.reduce((a, b) => joinValues(a, b))
}

const RESOLVE = "(resolve)"

/** Functions that soon run what is passed to them, and those whose result is that function's result. */
const soon =
  /^(?:setImmediate|setTimeout|setInterval|nextTick|queueMicrotask|requestAnimationFrame|requestIdleCallback|useEffect|useLayoutEffect|watchEffect|onMounted|startTransition)$/
const given = /^(?:computed|useMemo|createMemo)$/

function runSoon(machine: Machine, { expr, method, args }: Called, state: State): Value | undefined {
  const [first, , ...more] = args
  const closures = first?.closures
  if (closures === undefined || !(soon.test(method) || given.test(method))) return undefined
  const results = closures.map((closure) =>
    machine.invoke(closure, { args: more, named: new Map(), self: closure.self, from: expr, state }),
  )
  return given.test(method) ? results.reduce((a, b) => joinValues(a, b)) : unknown
}

/** Python functions that call another function with the arguments that follow it, and those that return its result. */
const laters =
  /^(?:add_task|submit|start_soon|call_soon|call_soon_threadsafe|call_later|callLater|callInThread|deferToThread|enqueue|spawn|start_new_thread|apply_async|Thread|Process|Timer|run_in_executor|to_thread|run_in_threadpool|run_sync|apply)$/
const waits = /^(?:run_in_executor|to_thread|run_in_threadpool|run_sync|apply)$/
/** They take the arguments as one list. */
const listed = /^(?:start_new_thread|apply_async|apply|Timer)$/

function runLater(machine: Machine, { expr, method, args, named }: Called, state: State): Value | undefined {
  if (!laters.test(method)) return undefined
  const at = args.findIndex(({ closures }) => closures !== undefined)
  const closures = (named.get("target") ?? named.get("func") ?? args[at])?.closures
  if (closures === undefined) return undefined
  const list = named.get("args") ?? (listed.test(method) ? args[at + 1] : undefined)
  const given = list === undefined ? args.slice(at + 1) : [...(list.fields?.values() ?? [])]
  const keywords = named.get("kwargs")?.fields ?? named
  const results = closures.map((closure) =>
    machine.invoke(closure, { args: given, named: keywords, self: closure.self, from: expr, state }),
  )
  return waits.test(method) ? results.reduce((a, b) => joinValues(a, b)) : unknown
}

/** `map(shlex.quote, names)`: a function of a library that cleans each item. */
function cleanedItems({ known }: Machine, { callee, args: [fn, items] }: Called): Value | undefined {
  if (callee.path !== "map" || fn?.path === undefined || items === undefined) return undefined
  const pass = known.passOfCall(fn.path)
  return pass === undefined || pass.mask === 0 ? undefined : makeValue({ rest: clearHarms(readAny(items), pass.mask) })
}

const listens = /^(?:on|once|addListener|prependListener)$/
const emitters = /(?:^|\.)(?:EventEmitter\w*|mitt|default)(?:\(\))?$/

/** `emitter.on("name", fn)` stores the function, `emitter.emit("name", value)` runs it. */
function emitted(machine: Machine, called: Called, state: State): Value | undefined {
  const { expr, object, method, args } = called
  const [event, ...rest] = args
  if (object === undefined || typeof event?.constant !== "string" || !isEmitter(object)) return undefined
  const name = `(on ${event.constant})`
  const known = object.fields?.get(name)
  if (method === "emit") return ran(machine, { closures: known?.closures ?? [], args: rest, from: expr }, state)
  const [listener] = rest
  if (!listens.test(method) || listener?.closures === undefined || expr.callee.kind !== "member") return undefined
  const kept = known === undefined ? listener : joinValues(known, listener)
  machine.assign(
    expr.callee.object,
    changeValue(object, { fields: new Map([...(object.fields ?? []), [name, kept]]) }),
    state,
  )
  return object
}

function isEmitter({ path, made }: Value): boolean {
  if (path !== undefined && /^(?:events|node:events|EventEmitter|mitt|eventemitter\d?)\b/.test(path)) return true
  return made?.bases.some((base) => emitters.test(base.path ?? "")) === true
}

interface Running {
  readonly closures: readonly Closure[]
  readonly args: readonly Value[]
  readonly from: Called["expr"]
}

function ran(machine: Machine, { closures, args, from }: Running, state: State): Value {
  for (const closure of closures) machine.invoke(closure, { args, named: new Map(), self: closure.self, from, state })
  return unknown
}

const visits = /^(?:map|forEach|filter|flatMap|find|findLast|some|every|sort|reduce|then|catch|finally|each|tap)$/

/** `list.map(fn)` and `promise.then(fn)`: the function is run with the contents. */
function visitedItems(
  machine: Machine,
  { expr, object = unknown, method, args }: Called,
  state: State,
): Value | undefined {
  const closures = args.flatMap((arg) => arg.closures ?? [])
  if (closures.length === 0 || !visits.test(method)) return undefined
  const item = method === "then" ? object : /^(?:catch|finally)$/.test(method) ? unknown : readAny(object)
  const given = method === "reduce" ? [args[1] ?? item, item] : [item]
  // Twice, like a loop: what the first round leaves in outer names is visible in the second.
  const rounds = /^(?:forEach|each|reduce)$/.test(method) ? [...closures, ...closures] : closures
  const results = rounds.map((closure) =>
    machine.invoke(closure, { args: given, named: new Map(), self: closure.self, from: expr, state }),
  )
  const result = results.reduce((a, b) => joinValues(a, b))
  if (method === "then" || method === "reduce") return result
  if (/^(?:map|flatMap)$/.test(method)) return makeValue({ rest: result })
  return /^(?:filter|sort)$/.test(method) ? object : /^(?:find|findLast)$/.test(method) ? item : unknown
}
