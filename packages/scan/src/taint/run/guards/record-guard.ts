import { type Harm, toMask } from "../../harm.ts"
import type { Expr } from "../../ir.ts"
import { collectTaints } from "../../value.ts"
import type { Machine } from "../machine.ts"
import { listSignedOrigins, stripPart } from "../mark-origins.ts"
import type { State } from "../state.ts"

interface Shown {
  readonly test: Expr
  readonly harms: readonly Harm[] | "all" | number
  readonly isOfWhole?: boolean
  readonly isSigned?: boolean | undefined
}

/** Marks the inputs in an expression as checked for these harms. */
export function recordGuard(machine: Machine, { test, harms, isOfWhole, isSigned }: Shown, state: State): void {
  const mask = typeof harms === "number" ? harms : toMask(harms)
  for (const { origin } of collectTaints(machine.evaluate(test, state))) {
    for (const one of isSigned === true ? listSignedOrigins(origin) : [origin]) addGuard(state, one, mask)
    if (isOfWhole === true) addGuard(state, stripPart(origin), mask)
  }
  // The host that was checked is that of the whole address.
  if (test.kind === "member" && hosts.test(test.property))
    for (const { origin } of collectTaints(machine.evaluate(test.object, state)))
      addGuard(state, origin, mask & ofAddress)
}

const hosts = /^(?:netloc|hostname|host|origin)$/
const ofAddress = toMask(["url", "redirect", "link"])

export function addGuard(state: State, origin: string, mask: number): void {
  state.guarded.set(origin, (state.guarded.get(origin) ?? 0) | mask)
}
