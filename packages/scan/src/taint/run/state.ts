import { bitOf } from "../harm.ts"
import type { Expr } from "../ir.ts"
import { changeValue, changeTaint, joinValues, type Outer, type Value } from "../value.ts"
import type { HandlerRow } from "../table.ts"

/** What is known at one point of a function. Branches work on copies, which are joined again. */
export interface State extends Outer {
  readonly vars: Map<string, Value>
  readonly outer?: Outer | undefined
  /** The harms that an input can no longer do here because it was checked, by the input's name. */
  readonly guarded: Map<string, number>
  readonly frame: Frame
  /** The checks whose results these names store. */
  answers?: ReadonlyMap<string, Expr> | undefined
}

/** One call of one function. */
export interface Frame {
  readonly file: string
  readonly returns: Value[]
  readonly yields: Value[]
  readonly loops: State[][]
  /** What has been checked wherever the function ends. */
  readonly exits: ReadonlyMap<string, number>[]
  /** The function's result, if a condition is about it: then only returns of this result count. */
  readonly asked?: boolean | undefined
  readonly depth: number
  /** The name of the object inside a method, and the object's value at each return. */
  readonly selfName?: string | undefined
  readonly selves: Value[]
  /** The handler it is called as. */
  readonly handler?: HandlerRow | undefined
}

type Calling = Pick<Frame, "depth" | "asked" | "selfName" | "handler">

const ofNobody: Calling = { depth: 0 }

/** Every frame has the same fields in the same order, as values have. */
export function openState(file: string, outer: Outer | undefined, calling: Calling = ofNobody): State {
  const { depth, asked, selfName, handler } = calling
  const frame = { file, returns: [], yields: [], loops: [], exits: [], asked, depth, selfName, selves: [], handler }
  return { vars: new Map(), outer, guarded: new Map(), frame, answers: undefined, isDone: false }
}

export function copyState(state: State): State {
  const { vars, outer, guarded, frame, answers, isDone = false } = state
  return { vars: new Map(vars), outer, guarded: new Map(guarded), frame, answers, isDone }
}

/** The same names and values, with other checks. */
export function withGuards({ vars, outer, frame, answers, isDone = false }: State, guarded: State["guarded"]): State {
  return { vars, outer, guarded, frame, answers, isDone }
}

/** The same state inside other names. */
export function withOuter({ vars, guarded, frame, answers, isDone = false }: State, outer: State["outer"]): State {
  return { vars, outer, guarded, frame, answers, isDone }
}

/** The state if either may have happened; a path that was left does not count. */
export function joinStates(a: State | undefined, b: State | undefined): State | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b
  for (const [name, value] of b.vars) {
    const known = a.vars.get(name)
    if (known !== value) a.vars.set(name, known === undefined ? value : joinValues(known, value))
  }
  if (a.answers !== b.answers)
    a.answers = new Map([...(a.answers ?? [])].filter(([name, test]) => b.answers?.get(name) === test))
  for (const [origin, mask] of a.guarded) a.guarded.set(origin, mask & (b.guarded.get(origin) ?? 0))
  return a
}

/** What a check showed about the input stays with the value when it leaves the branch. */
export function keepGuards(value: Value, state: Pick<State, "guarded">): Value {
  if (state.guarded.size === 0 || (value.taints.length === 0 && value.viaKey === undefined)) return value
  return checkedValue(value, state.guarded)
}

function checkedValue(value: Value, guarded: ReadonlyMap<string, number>): Value {
  const mask = (origin: string) => guarded.get(origin) ?? 0
  const viaKey = value.viaKey?.filter(({ origin }) => (mask(origin) & bitOf.key) === 0)
  if (viaKey !== undefined && viaKey.length === 0)
    return checkedValue(changeValue(value, { viaKey: undefined }), guarded)
  if (value.taints.every(({ origin, cleaned }) => (mask(origin) & ~cleaned) === 0)) return value
  return changeValue(value, {
    taints: value.taints.map((taint) => changeTaint(taint, { cleaned: taint.cleaned | mask(taint.origin) })),
  })
}

export const NO_GUARDS: ReadonlyMap<string, number> = new Map()

/** What has been checked in all of these. */
export function intersectGuards(all: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const [first, ...more] = all
  if (first === undefined || first.size === 0) return NO_GUARDS
  const shared = new Map<string, number>()
  for (const [origin, mask] of first) {
    const left = more.reduce((sum, one) => sum & (one.get(origin) ?? 0), mask)
    if (left !== 0) shared.set(origin, left)
  }
  return shared
}

export function addGuards(state: State, guards: ReadonlyMap<string, number>): void {
  for (const [origin, mask] of guards) state.guarded.set(origin, (state.guarded.get(origin) ?? 0) | mask)
}

export function lookUp(name: string, state: Outer): Value | undefined {
  for (let at: Outer | undefined = state; at !== undefined; at = at.outer) {
    const found = at.vars.get(name)
    if (found !== undefined) return found
  }
  return undefined
}

interface Writing {
  readonly state: State
  /** Called when a name of an enclosing function is assigned. */
  readonly wrote: () => void
}

/** Assigns the name where it belongs: in the innermost function that has it, or else in this one. */
export function assignName(name: string, value: Value, { state, wrote }: Writing): void {
  if (state.vars.has(name) || lookUp(name, state) === undefined) {
    state.vars.set(name, value)
    return
  }
  for (let at: Outer | undefined = state.outer; at !== undefined; at = at.outer) {
    const known = at.vars.get(name)
    if (known === undefined) continue
    if (at.isDone === true) return
    at.vars.set(name, joinValues(known, value))
    wrote()
    return
  }
}
