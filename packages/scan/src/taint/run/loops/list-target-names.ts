import type { Expr } from "../../ir.ts"

/** The names that an assignment to this gives values to. */
export function listTargetNames(target: Expr): readonly string[] {
  switch (target.kind) {
    case "name":
      return [target.name]
    case "list":
      return target.items.flatMap(({ value }) => listTargetNames(value))
    case "record":
      return target.entries.flatMap(({ value }) => listTargetNames(value))
    case "assign":
      return listTargetNames(target.target)
    default:
      return []
  }
}
