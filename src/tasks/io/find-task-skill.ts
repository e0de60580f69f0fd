import type { CatalogSkill } from "../../catalog/catalog.ts"
import { isUsable } from "../../catalog/catalog.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import type { HostId } from "../../hosts/profile.ts"
import { hostIds } from "../../hosts/profiles.ts"
import { findNearestNames } from "../../text/find-nearest-names.ts"
import { isBlocked } from "../skills/is-blocked.ts"

/**
 * A skill for a task: as the session's host finds it, else as in the open order, else as any other host finds it. What
 * the session's host has but may not use is not looked for elsewhere.
 */
export async function findTaskSkill(
  skillet: Session,
  ref: string,
  hosts: readonly HostId[] = listHosts(skillet),
): Promise<CatalogSkill | undefined> {
  for (const host of hosts) {
    const found = await skillet.resolve(ref, host)
    if (found.kind !== "winner") continue
    if (host === skillet.host) return isUsable(found.skill) ? found.skill : undefined
    if (isUsable(found.skill) && !isBlocked(found.skill, await skillet.settings())) return found.skill
  }
  return undefined
}

/** Where a rule's skill is looked for: reading what every host has would take too long in a hook. */
export function listUsualHosts({ host }: Session): readonly HostId[] {
  return [...new Set<HostId>([host, "open"])]
}

function listHosts(skillet: Session): readonly HostId[] {
  return [...new Set<HostId>([...listUsualHosts(skillet), ...hostIds])]
}

/** The names that a person may have meant, of the skills of every host. */
export async function findSimilarSkills(skillet: Session, ref: string): Promise<readonly string[]> {
  const catalogs = await Promise.all(hostIds.map((host) => skillet.catalog(host)))
  return findNearestNames(ref, new Set(catalogs.flatMap(({ skills }) => skills.map(({ name }) => name))))
}
