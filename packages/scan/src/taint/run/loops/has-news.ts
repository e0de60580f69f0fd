import type { Expr } from "../../ir.ts"
import { collectTaints, type Taint, type Value } from "../../value.ts"
import type { State } from "../state.ts"
import { listTargetNames } from "./list-target-names.ts"

/**
 * Whether a second round of a loop could show more than the first: whether the end of a round knows anything that its
 * beginning did not. What the loop itself assigns at the beginning of each round does not count.
 */
export function hasNews(head: State, end: State, target: Expr | undefined): boolean {
  if (head.answers !== end.answers) return true
  for (const [origin, mask] of head.guarded) if (((end.guarded.get(origin) ?? 0) & mask) !== mask) return true
  const assigned = new Set(target === undefined ? [] : listTargetNames(target))
  for (const [name, value] of end.vars) {
    const known = head.vars.get(name)
    if (known === value || assigned.has(name)) continue
    if (known === undefined ? isWorthReading(value) : !isAlike(known, value)) return true
  }
  return false
}

/** A name that did not exist before is rarely read before it is assigned again. */
function isWorthReading(value: Value): boolean {
  return value.closures !== undefined || collectTaints(value).length > 0
}

function isAlike(a: Value, b: Value): boolean {
  return (
    a.constant === b.constant &&
    a.fields === b.fields &&
    a.rest === b.rest &&
    a.length === b.length &&
    a.path === b.path &&
    a.closures === b.closures &&
    a.cls === b.cls &&
    a.made === b.made &&
    a.head === b.head &&
    a.sketch === b.sketch &&
    a.viaKey === b.viaKey &&
    a.isFixed === b.isFixed &&
    a.isResolved === b.isResolved &&
    a.module === b.module &&
    a.link === b.link &&
    areAlike(a.taints, b.taints)
  )
}

function areAlike(a: readonly Taint[], b: readonly Taint[]): boolean {
  if (a === b) return true
  return (
    a.length === b.length &&
    a.every((taint, at) => {
      const other = b[at]
      return (
        taint.origin === other?.origin &&
        taint.trust === other.trust &&
        taint.cleaned === other.cleaned &&
        taint.isWhole === other.isWhole &&
        taint.isSure === other.isSure
      )
    })
  )
}
