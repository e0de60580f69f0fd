import { open } from "./open.ts"
import type { HostProfile } from "./profile.ts"

/** The skills that come with Skillet, and nothing else. */
export const bundled: HostProfile = { ...open, places: open.places.filter(({ at }) => at === "bundled") }

/** Whether a host lists the skills that come with Skillet. Where it does not, only Skillet's own commands know them. */
export function listsBundledSkills({ places }: Pick<HostProfile, "places">): boolean {
  return places.some(({ at }) => at === "bundled")
}
