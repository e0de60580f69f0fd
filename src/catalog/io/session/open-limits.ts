import { openTrustStore } from "../../../trust/io/trust-store.ts"
import type { HostId, Surroundings } from "../../../hosts/profile.ts"
import { profiles } from "../../../hosts/profiles.ts"
import type { Problem } from "../../../problem/problem.ts"
import { decideSettings } from "../../../settings/decide-settings.ts"
import { readLayers } from "../../../settings/io/read-layers.ts"
import type { LimitsReading, UnknownLimit } from "../../../settings/limits.ts"
import type { CatalogSettings } from "../../../settings/settings.ts"
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
  const approvals = openTrustStore(locateOwnFiles(options.env ?? process.env).data)
  return async (host) => {
    const reading = readings.get(host) ?? readLayers(profiles[host], around, options).then(decideSettings)
    readings.set(host, reading)
    const { value: settings, problems, unknown } = await reading
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
