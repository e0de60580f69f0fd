import { type Harm, maskOf } from "../../harm.ts"
import type { Expr } from "../../ir.ts"
import { allTaints } from "../../value.ts"
import type { Machine } from "../machine.ts"
import { signedWith, wholeOf } from "../part-of.ts"
import type { State } from "../state.ts"

interface Shown {
  readonly test: Expr
  readonly harms: readonly Harm[] | "all" | number
  readonly isOfWhole?: boolean
  readonly isSigned?: boolean | undefined
}

/** Marks the inputs in an expression as checked for these harms. */
export function guard(machine: Machine, { test, harms, isOfWhole, isSigned }: Shown, state: State): void {
  const mask = typeof harms === "number" ? harms : maskOf(harms)
  for (const { origin } of allTaints(machine.evaluate(test, state))) {
    for (const one of isSigned === true ? signedWith(origin) : [origin]) add(state, one, mask)
    if (isOfWhole === true) add(state, wholeOf(origin), mask)
  }
  // The host that was checked is that of the whole address.
  if (test.kind === "member" && hosts.test(test.property))
    for (const { origin } of allTaints(machine.evaluate(test.object, state))) add(state, origin, mask & ofAddress)
}

const hosts = /^(?:netloc|hostname|host|origin)$/
const ofAddress = maskOf(["url", "redirect", "link"])

export function add(state: State, origin: string, mask: number): void {
  state.guarded.set(origin, (state.guarded.get(origin) ?? 0) | mask)
}
