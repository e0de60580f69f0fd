import { joinValues, type Outer, type Value } from "../value.ts"
import type { HandlerRow } from "../table.ts"

/** What is known at one point of a function. Branches work on copies, which are joined again. */
export interface State extends Outer {
  readonly vars: Map<string, Value>
  readonly outer?: Outer | undefined
  /** The harms that an input can no longer do here, because it was checked, by the input's name. */
  readonly guarded: Map<string, number>
  readonly frame: Frame
}

/** One call of one function. */
export interface Frame {
  readonly file: string
  readonly returns: Value[]
  readonly yields: Value[]
  readonly loops: State[][]
  readonly depth: number
  /** What a method calls its object, and what that object is at each return. */
  readonly selfName?: string | undefined
  readonly selves: Value[]
  /** The handler it is called as. */
  readonly handler?: HandlerRow | undefined
}

export function openState(file: string, outer: Outer | undefined, more: Partial<Frame> = {}): State {
  const frame: Frame = { file, returns: [], yields: [], loops: [], depth: 0, selves: [], ...more }
  return { vars: new Map(), outer, guarded: new Map(), frame }
}

export function copyState(state: State): State {
  return { ...state, vars: new Map(state.vars), guarded: new Map(state.guarded) }
}

/** What holds when either may have happened; a way that was left does not count. */
export function joinStates(a: State | undefined, b: State | undefined): State | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b
  for (const [name, value] of b.vars) {
    const known = a.vars.get(name)
    if (known !== value) a.vars.set(name, known === undefined ? value : joinValues(known, value))
  }
  for (const [origin, mask] of a.guarded) a.guarded.set(origin, mask & (b.guarded.get(origin) ?? 0))
  return a
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
  /** Told when a name of a function around this one is written. */
  readonly wrote: () => void
}

/** Writes where the name belongs: the innermost function that has it, else this one. */
export function write(name: string, value: Value, { state, wrote }: Writing): void {
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
