import { profiles } from "../../hosts/profiles.ts"
import { type Problem, placeProblem } from "../../problem/problem.ts"
import type { Catalog } from "../catalog.ts"
import { catalogProblem } from "../problems.ts"

/** Names with more than one copy: which copies are hidden, and which a host keeps side by side. */
export function findClashingNames(catalog: Catalog): readonly Problem[] {
  return [...shadowing(catalog), ...clashes(catalog)]
}

function shadowing(catalog: Catalog): readonly Problem[] {
  return catalog.shadowed.map(({ name, ref, path, by, rule }) => {
    const message = `this copy of ${name} is hidden by ${by}: ${rule}`
    return placeProblem(
      path,
      catalogProblem(
        "catalog.shadowed",
        {},
        { message, fix: `rename or remove one of them; ${ref} still reaches this one` },
      ),
    )
  })
}

/** Names that several copies share on a host that keeps them all. */
function clashes(catalog: Catalog): readonly Problem[] {
  const profile = profiles[catalog.host]
  if (profile.clash === "first") return []
  const counts = new Map<string, number>()
  for (const { name } of catalog.skills) counts.set(name, (counts.get(name) ?? 0) + 1)
  return catalog.skills.flatMap(({ name, path }) => {
    const count = counts.get(name) ?? 0
    if (count < 2) return []
    const message = `${count} skills are called ${name}: ${profile.clashText}`
    return [placeProblem(path, catalogProblem("catalog.clash", {}, { message, fix: "give each one a different name" }))]
  })
}
