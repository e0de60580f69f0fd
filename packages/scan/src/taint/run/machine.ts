import type { Expr, SourceSpan, Stmt } from "../ir.ts"
import type { Harm } from "../harm.ts"
import type { HandlerRow } from "../table.ts"
import type { ClassValue, Closure, Taint, Value } from "../value.ts"
import type { Knowledge } from "./knowledge.ts"
import type { State } from "./state.ts"
import type { Summaries } from "./summaries.ts"

/** What the parts of the interpreter need from each other. */
export interface Machine {
  readonly known: Knowledge
  readonly isPython: boolean
  readonly evaluate: (expr: Expr, state: State) => Value
  readonly execute: (body: readonly Stmt[], state: State) => State | undefined
  readonly assign: (target: Expr, value: Value, state: State) => void
  readonly invoke: (closure: Closure, call: Invocation) => Value
  readonly report: (found: Reached) => void
  /** Called for each call in which a value could do harm, with whether it can in this one. */
  readonly look: (at: Omit<Reached, "taint"> & { readonly isHarmless: boolean }) => void
  /** The module of the project that a name refers to, as seen from a file. */
  readonly importModule: (from: string, file: string) => Value
  /** A member of a module of the project. */
  readonly exported: (module: string, name: string) => Value | undefined
  /** All exports of a module of the project. */
  readonly everything: (module: string) => ReadonlyMap<string, Value>
  /** The value of something that another file exports. */
  readonly follow: (value: Value) => Value
  /** False if there is no time left for this. */
  readonly spend: () => boolean
  readonly hasFuel: () => boolean
  /** Whether the run has taken a large part of its steps. */
  readonly isLong: () => boolean
  /** Something was left out to save steps. */
  readonly leaveOut: () => void
  readonly summaries: Summaries
  /** Counts the changes that functions make to names outside them. */
  readonly wrote: () => void
  /** Functions that were run at least once. */
  readonly invoked: Set<Closure["fn"]>
  /** Classes that were created inside functions, by their source text. */
  readonly classes: Map<ClassValue["cls"], ClassValue>
  /** Functions that were created but not called yet: something else will call them. */
  readonly made: Map<Closure, Handling | undefined>
}

/** How a function is called, and the schema with which its input was parsed. */
export interface Handling extends HandlerRow {
  readonly schema?: Value | undefined
}

export interface Invocation {
  readonly args: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
  readonly self?: Value | undefined
  readonly from: SourceSpan
  readonly state: State
  /** The result that a condition is about. */
  readonly asked?: boolean | undefined
  /** Called with the value of `self` afterwards. */
  readonly after?: ((self: Value) => void) | undefined
}

/** Input at a sink. */
export interface Reached {
  readonly harm: Harm
  readonly taint: Taint
  readonly file: string
  readonly spot: SourceSpan
  /** It only shows whether a file exists. */
  readonly isGlance?: boolean | undefined
}
