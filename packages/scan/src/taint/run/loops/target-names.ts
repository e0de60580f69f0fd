import type { Expr } from "../../ir.ts"

/** The names that an assignment to this gives values to. */
export function targetNames(target: Expr): readonly string[] {
  switch (target.kind) {
    case "name":
      return [target.name]
    case "list":
      return target.items.flatMap(({ value }) => targetNames(value))
    case "record":
      return target.entries.flatMap(({ value }) => targetNames(value))
    case "assign":
      return targetNames(target.target)
    default:
      return []
  }
}
