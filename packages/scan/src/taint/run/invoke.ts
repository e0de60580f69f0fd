import type { HandlerRow } from "../table.ts"
import { collectTaints, changeTaint, type Closure, joinValues, unknown, type Value, makeValue } from "../value.ts"
import type { Invocation, Machine } from "./machine.ts"
import { addGuards, NO_GUARDS, openState, intersectGuards, type State } from "./state.ts"

const DEEPEST = 7
/** A result that was created without any input is not examined further: its name says what it is. */
const DEEPEST_WITHOUT_INPUT = 3
/** A recursive function is entered once more, to see what it does with its own result. */
const MOST_ENTERED = 2
/** In a long run a function is not entered more often than this: otherwise the rest of the code would not be reached. */
const MOST_TIMES = 6

export interface Entered {
  readonly depth: number
  readonly handler?: HandlerRow | undefined
  /** How many calls of each function are in progress. */
  readonly running: Map<Closure["fn"], number>
  /** How often each function was entered in this run. */
  readonly times: Map<Closure["fn"], number>
}

/** Runs a function with these arguments and returns its result. */
export function invoke(
  machine: Machine,
  closure: Closure,
  { call, how }: { readonly call: Invocation; readonly how: Entered },
): Value {
  const { fn } = closure
  const { running, times, depth, handler } = how
  const entered = running.get(fn) ?? 0
  if (depth > DEEPEST || entered >= MOST_ENTERED || !machine.spend()) return guessedResult(call)
  if (depth > DEEPEST_WITHOUT_INPUT && !holdsInput(call)) return unknown
  const key = entered === 0 && call.asked === undefined ? machine.summaries.buildKey(closure, call, handler) : undefined
  const known = key === undefined ? undefined : machine.summaries.get(closure, key)
  if (known !== undefined) {
    if (known.self !== undefined) call.after?.(known.self)
    addGuards(call.state, known.proven)
    return known.result
  }
  const before = times.get(fn) ?? 0
  if (before >= MOST_TIMES && machine.isLong()) {
    machine.leaveOut()
    return guessedResult(call)
  }
  times.set(fn, before + 1)
  running.set(fn, entered + 1)
  machine.invoked.add(fn)
  const isMethod = machine.isPython && closure.home !== undefined && fn.isStatic !== true
  const selfName = isMethod ? readName(fn.params[0]) : machine.isPython ? undefined : "this"
  const state = openState(closure.file, closure.state, { depth, handler, selfName, asked: call.asked })
  const guards = readGuards(closure)
  addGuards(state, guards)
  bind(machine, call, { fn, isMethod, selfName, state })
  const end = machine.execute(fn.body(), state)
  const self = selfName === undefined ? undefined : selfAfter(state, end?.vars.get(selfName))
  if (self !== undefined) call.after?.(self)
  running.set(fn, entered)
  const { returns, yields, exits } = state.frame
  if (end !== undefined && call.asked !== true) exits.push(end.guarded)
  const checked = yields.length === 0 ? intersectGuards(exits) : NO_GUARDS
  const proven =
    checked.size === 0 ? checked : new Map([...checked].filter(([origin, mask]) => guards.get(origin) !== mask))
  addGuards(call.state, proven)
  const items = yields.length === 0 ? returns : [makeValue({ rest: yields.reduce((a, b) => joinValues(a, b)) })]
  const result = items.length === 0 ? unknown : items.reduce((a, b) => joinValues(a, b))
  if (key !== undefined && machine.hasFuel()) machine.summaries.set(closure, key, { result, self, proven })
  return result
}

/** The result of a call that is not run: its input may be part of it. */
function guessedResult({ args, named }: Invocation): Value {
  const taints = [...args, ...named.values()].flatMap((value) => value.taints)
  return makeValue({ taints: taints.map((taint) => changeTaint(taint, { isSure: false })) })
}

function holdsInput({ args, named, self }: Invocation): boolean {
  const has = (value: Value) => value.closures !== undefined || collectTaints(value).length > 0
  return args.some(has) || [...named.values()].some(has) || (self !== undefined && has(self))
}

function selfAfter({ frame }: State, last: Value | undefined): Value | undefined {
  const selves = [...frame.selves, ...(last === undefined ? [] : [last])]
  return selves.length === 0 ? undefined : selves.reduce((a, b) => joinValues(a, b))
}

interface Bound {
  readonly state: State
  readonly fn: Closure["fn"]
  readonly isMethod: boolean
  readonly selfName: string | undefined
}

function bind(machine: Machine, { args, named, self }: Invocation, { fn, isMethod, selfName, state }: Bound): void {
  if (selfName !== undefined && (isMethod || fn.isArrow !== true) && self !== undefined) state.vars.set(selfName, self)
  if (!machine.isPython && fn.isArrow !== true && args.length > 0) state.vars.set("arguments", toList(args))
  const params = isMethod ? fn.params.slice(1) : fn.params
  for (const [at, param] of params.entries()) {
    const name = readName(param)
    const given =
      param.rest === "list"
        ? toList(args.slice(at))
        : param.rest === "record"
          ? makeValue({ fields: named })
          : (named.get(name) ?? args[at] ?? named.get("**"))
    const value = given ?? (param.fallback === undefined ? unknown : machine.evaluate(param.fallback, state))
    if (param.target.kind === "name") state.vars.set(name, value)
    else machine.assign(param.target, value, state)
  }
}

function readGuards({ state }: Closure): ReadonlyMap<string, number> {
  return "guarded" in state ? (state as State).guarded : NO_GUARDS
}

function readName(param: Closure["fn"]["params"][number] | undefined): string {
  return param?.target.kind === "name" ? param.target.name : ""
}

function toList(values: readonly Value[]): Value {
  const fields = new Map(values.map((value, at) => [String(at), value]))
  return makeValue({ fields, length: values.length })
}
