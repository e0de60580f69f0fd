import { type Fault, faultAt } from "./fault.ts"

/** A list of names, entry by entry. */
export function readNames(
  value: unknown,
  at: readonly string[],
  limits: boolean,
): { readonly names: readonly string[]; readonly faults: readonly Fault[] } {
  const isList = Array.isArray(value)
  const faults: Fault[] = isList ? [] : [{ ...faultAt(at, value, "a list of names"), limits }]
  const items: readonly unknown[] = isList ? value : limits && typeof value === "string" ? [value] : []
  const names = items.flatMap((item) => {
    if (typeof item === "string") return [item]
    faults.push({ ...faultAt(at, item, "a name"), limits })
    return []
  })
  return { names, faults }
}
