import type { Expr } from "../../ir.ts"
import { collectTaints, type InputTrust, type Value } from "../../value.ts"

/** If the program or a caller provides a directory, it is the intended one. */
export function isIntended(directory: Value): boolean {
  return collectTaints(directory).every(({ trust }) => ofOurSide.has(trust))
}

const ofOurSide: ReadonlySet<InputTrust> = new Set(["parameter", "local"])

/** `resolved == root`: the path is the directory that a caller provides. */
export function isBaseItself({ isResolved }: Value, value: Value): boolean {
  return isResolved === true && value.constant === undefined && isIntended(value)
}

/** The common beginning of two paths, compared with one of them: one is inside the other. */
export function isCommonBeginning(checked: Expr): boolean {
  const method = checked.kind === "call" && checked.callee.kind === "member" ? checked.callee.property : ""
  return /^common(?:path|prefix)$/.test(method)
}
