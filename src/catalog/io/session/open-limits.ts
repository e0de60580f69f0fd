import { openTrustStore } from "../../../trust/io/trust-store.ts"
import type { HostId, Surroundings } from "../../../hosts/profile.ts"
import { profiles } from "../../../hosts/profiles.ts"
import type { Problem } from "../../../problem/problem.ts"
import { decideSettings } from "../../../settings/decide-settings.ts"
import { readLayers } from "../../../settings/io/read-layers.ts"
import { readProfileUses } from "./profile-uses.ts"
import type { LimitsReading, UnknownLimit } from "../../../settings/limits.ts"
import type { CatalogSettings, UsedProfile } from "../../../settings/settings.ts"
import { locateOwnFiles } from "../../../system/own-files.ts"
import type { SkilletOptions } from "./options.ts"

export interface Limits {
  readonly settings: CatalogSettings
  readonly unknown: readonly UnknownLimit[]
  readonly problems: readonly Problem[]
}

/**
 * The limits of a session, for each host: settings, which are read once, and approvals, which are checked every time.
 * An unknown limit is reported once.
 */
export function openLimits(around: Surroundings, options: SkilletOptions): (host: HostId) => Promise<Limits> {
  const told = new Set<string>()
  const readings = new Map<HostId, Promise<LimitsReading<CatalogSettings>>>()
  const folder = locateOwnFiles(options.env ?? process.env).data
  const approvals = openTrustStore(folder)
  return async (host) => {
    const reading = readings.get(host) ?? readLayers(profiles[host], around, options).then(decideSettings)
    readings.set(host, reading)
    const { value, problems, unknown } = await reading
    const settings = { ...value, profiles: findUsedProfiles(around, { folder, host }) }
    // An approval that cannot be understood may have pinned a server's skill.
    const odd = approvals.problems()
    const all = [...unknown, ...odd.map((problem) => ({ limit: "approvals", problem }))]
    for (const limit of all) {
      const key = JSON.stringify(limit)
      if (!told.has(key)) options.onUnknownLimit?.(limit)
      told.add(key)
    }
    return { settings, unknown: all, problems: [...problems, ...odd] }
  }
}

/** The profiles that were written into the host's settings for this directory, or for all. */
function findUsedProfiles(
  { cwd, root }: Surroundings,
  { folder, host }: { readonly folder: string; readonly host: HostId },
): readonly UsedProfile[] {
  return readProfileUses(folder)
    .filter((use) => use.host === host)
    .filter(({ project }) => project === undefined || project === root || project === cwd)
    .map(({ profile, off }) => ({ name: profile, off: new Set(off) }))
}
