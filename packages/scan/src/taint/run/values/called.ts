import type { CallExpr } from "../../ir.ts"
import type { Value } from "../../value.ts"

/** A call with everything in it evaluated. */
export interface Called {
  readonly expr: CallExpr
  readonly callee: Value
  readonly object?: Value | undefined
  readonly method: string
  readonly args: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
}
