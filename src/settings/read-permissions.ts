import { isMap } from "../text/is-map.ts"
import { findRuleFault } from "../shell/tool-grants.ts"
import type { Permissions } from "./settings.ts"
import { type Fault, describeFault, type ReadValue } from "./fault.ts"

const LISTS = ["allow", "ask", "deny"] as const
const A_LIST = "a list of rules such as Bash(git log:*)"

/**
 * Rules, list by list and rule by rule. A rule under `allow` that is not understood allows nothing, and so limits
 * nothing.
 */
export function readPermissions(value: unknown, at: readonly string[]): ReadValue {
  if (!isMap(value)) {
    const wanted = `a map of allow, ask and deny, each ${A_LIST}`
    return { layer: {}, faults: [{ ...describeFault(at, value, wanted), limits: true }] }
  }
  const lists = LISTS.map((name) => readRules(value[name], [...at, name], name !== "allow"))
  const [allow, ask, deny] = lists.map(({ rules }) => rules)
  const permissions: Permissions = { allow: allow ?? [], ask: ask ?? [], deny: deny ?? [] }
  return { layer: { permissions }, faults: lists.flatMap(({ faults }) => faults) }
}

interface ReadRules {
  readonly rules: readonly string[]
  readonly faults: readonly Fault[]
}

function readRules(value: unknown, at: readonly string[], limits: boolean): ReadRules {
  if (value === undefined) return { rules: [], faults: [] }
  const isList = Array.isArray(value)
  const faults: Fault[] = isList ? [] : [{ ...describeFault(at, value, A_LIST), limits }]
  // A rule outside a list is not a list, but what it forbids is clear.
  const items: readonly unknown[] = isList ? value : limits && typeof value === "string" ? [value] : []
  const rules = items.flatMap((item) => {
    if (typeof item !== "string") {
      faults.push({ ...describeFault(at, item, "a rule such as Bash(git log:*)"), limits })
      return []
    }
    const wrong = findRuleFault(item)
    if (wrong !== undefined) {
      const message = `${at.join(".")}: ${wrong}`
      faults.push({ at: [...at, item.trim()], message, fix: "correct the rule", limits })
    }
    return [item]
  })
  return { rules, faults }
}
