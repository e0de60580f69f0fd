import { type Problem, problemAt } from "../../problem/problem.ts"
import { nearestNames } from "../../text/nearest-names.ts"
import { problem } from "../problems.ts"
import type { CatalogSettings, Switch } from "../settings.ts"

/** The switch of a skill. Capitals do not matter: what was meant to be off must not be on because of one. */
export function switchNamed(switches: CatalogSettings["switches"], name: string): Switch | undefined {
  const exact = switches.get(name)
  if (exact !== undefined) return exact
  const lower = name.toLowerCase()
  return [...switches].find(([written]) => written.toLowerCase() === lower)?.[1]
}

/**
 * Switches that limit a skill which is not here, while one with nearly that name is. Others are for skills of other projects,
 * and are no reason to say anything.
 */
export function straySwitches(
  { switches, switchPlaces }: Pick<CatalogSettings, "switches" | "switchPlaces">,
  names: readonly string[],
): readonly Problem[] {
  if (switchPlaces.size === 0) return []
  const known = new Set(names.map((name) => name.toLowerCase()))
  const free = names.filter((name) => switchNamed(switches, name) === undefined)
  return [...switchPlaces].flatMap(([name, { path, line }]) => {
    if (switches.get(name) === "on" || known.has(name.toLowerCase())) return []
    const near = nearestNames(name, free)
    if (near.length === 0) return []
    const message = `the settings limit the skill "${name}", which is not here`
    return [
      problemAt(
        path,
        problem("settings.no-such-skill", { line }, { message, fix: `did you mean ${near.join(" or ")}?` }),
      ),
    ]
  })
}
