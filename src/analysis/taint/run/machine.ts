import type { Expr, Spot, Stmt } from "../ir.ts"
import type { Harm } from "../harm.ts"
import type { HandlerRow } from "../table.ts"
import type { ClassValue, Closure, Taint, Value } from "../value.ts"
import type { Knowledge } from "./knowledge.ts"
import type { State } from "./state.ts"
import type { Summaries } from "./summaries.ts"

/** What the parts of the interpreter need of each other. */
export interface Machine {
  readonly known: Knowledge
  readonly isPython: boolean
  readonly evaluate: (expr: Expr, state: State) => Value
  readonly execute: (body: readonly Stmt[], state: State) => State | undefined
  readonly assign: (target: Expr, value: Value, state: State) => void
  readonly invoke: (closure: Closure, call: Invocation) => Value
  readonly report: (found: Reached) => void
  /** Told of each call in which a value could do harm, and whether this one can. */
  readonly look: (at: Omit<Reached, "taint"> & { readonly isHarmless: boolean }) => void
  /** The module of the project that a name stands for, seen from a file. */
  readonly importModule: (from: string, file: string) => Value
  /** A member of a module of the project. */
  readonly exported: (module: string, name: string) => Value | undefined
  /** All that a module of the project gives. */
  readonly everything: (module: string) => ReadonlyMap<string, Value>
  /** What a value is that another file gives. */
  readonly follow: (value: Value) => Value
  /** False when there is no more time for this. */
  readonly spend: () => boolean
  readonly hasFuel: () => boolean
  readonly summaries: Summaries
  /** Counts what functions change around them. */
  readonly wrote: () => void
  /** Functions that were run at least once. */
  readonly invoked: Set<Closure["fn"]>
  /** Classes that were made inside functions, by how they are written. */
  readonly classes: Map<ClassValue["cls"], ClassValue>
  /** Functions that were made and not called yet: somebody else will call them. */
  readonly made: Map<Closure, Handling | undefined>
}

/** How a function is called, and the schema that what it is given was read with. */
export interface Handling extends HandlerRow {
  readonly schema?: Value | undefined
}

export interface Invocation {
  readonly args: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
  readonly self?: Value | undefined
  readonly from: Spot
  readonly state: State
  /** The answer that a condition is about. */
  readonly asked?: boolean | undefined
  /** Told of what `self` is afterwards. */
  readonly after?: ((self: Value) => void) | undefined
}

/** Input at a sink. */
export interface Reached {
  readonly harm: Harm
  readonly taint: Taint
  readonly file: string
  readonly spot: Spot
  /** It only tells whether a file is there. */
  readonly isGlance?: boolean | undefined
}
