import type { Expr } from "../../ir.ts"
import type { Machine } from "../machine.ts"
import type { State } from "../state.ts"
import { recordGuard } from "./record-guard.ts"

/** `path.split(sep)[0] !== ".."`: of a resolved path, only the first part can lead out of its directory. */
export function guardResolvedPath(machine: Machine, checked: Expr, state: State): void {
  if (checked.kind !== "index" || checked.key.kind !== "const" || checked.key.value !== 0) return
  const { object } = checked
  if (object.kind !== "call" || object.callee.kind !== "member" || object.callee.property !== "split") return
  const whole = object.callee.object
  if (machine.evaluate(whole, state).isResolved === true)
    recordGuard(machine, { test: whole, harms: ["path", "archive"] }, state)
}
