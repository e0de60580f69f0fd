import type { Setting } from "./resource-settings.ts"

/** All actions, or all of one service, on all resources. A key's policy allows its account everything, as it must. */
export function allowsEverything({ value, others }: Setting): boolean {
  const actions = listed(value)
  const resources = listed(others.get("resources") ?? others.get("Resource") ?? "")
  return (
    isAllowing(others) &&
    !others.has("principals") &&
    !others.has("Principal") &&
    resources.includes("*") &&
    actions.some((action) => /^(?:\*|(?!kms:|logs:|xray:)[a-z0-9-]+:\*)$/.test(action))
  )
}

/** Everyone, without a condition. */
export function allowsAnyone({ value, others }: Setting): boolean {
  return isAllowing(others) && /(?:Any|Star)Principal\(\)|^\[?\*\]?$|\bAWS["']?:\s*\[?["']\*["']/.test(value)
}

function isAllowing(others: ReadonlyMap<string, string>): boolean {
  const effect = others.get("effect") ?? others.get("Effect") ?? ""
  return !/deny$/i.test(effect) && !others.has("conditions") && !others.has("Condition")
}

function listed(value: string): readonly string[] {
  return value.replace(/^\[|\]$/g, "").split(", ")
}
