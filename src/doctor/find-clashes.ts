import type { Catalog } from "../catalog/catalog.ts"
import { findClashingNames } from "../catalog/names/find-clashing-names.ts"
import { profiles } from "../hosts/profiles.ts"
import type { Problem } from "../problem/problem.ts"
import { groupBy } from "../text/group-by.ts"

/** Names with more than one copy. Of several agents, those that say the same are named together. */
export function findClashes(catalogs: readonly Catalog[]): readonly Problem[] {
  const [only, ...others] = catalogs
  if (only === undefined) return []
  if (others.length === 0) return findClashingNames(only)
  const found = catalogs.flatMap((catalog) =>
    findClashingNames(catalog).map((problem) => ({ title: profiles[catalog.host].title, problem })),
  )
  const same = groupBy(found, ({ problem: { code, path, message } }) => JSON.stringify([code, path, message]))
  return [...same.values()].flatMap(([first, ...rest]) => {
    if (first === undefined) return []
    const titles = [first, ...rest].map(({ title }) => title).join(", ")
    const { fix = "", ...problem } = first.problem
    // How a hidden copy is named differs from agent to agent.
    return [{ ...problem, message: `${titles}: ${problem.message}`, fix: fix.replace(/;.*$/, "") }]
  })
}
