import { openTrustStore } from "../../../adapters/trust/trust-store.ts"
import type { CatalogSettings } from "../../../catalog/settings.ts"
import type { HostId, Surroundings } from "../../../hosts/profile.ts"
import { profiles } from "../../../hosts/profiles.ts"
import type { LimitsReading, UnknownLimit } from "../../../policy/limits.ts"
import type { Problem } from "../../../problem/problem.ts"
import type { SkilletOptions } from "../options.ts"
import { ownPlaces } from "../places.ts"
import { loadSettings } from "./settings.ts"

export interface Limits {
  readonly settings: CatalogSettings
  readonly unknown: readonly UnknownLimit[]
  readonly problems: readonly Problem[]
}

/**
 * What limits a session, for each host: settings, which are read once, and approvals, which are looked at every time.
 * An unknown limit is told once.
 */
export function openLimits(around: Surroundings, options: SkilletOptions): (host: HostId) => Promise<Limits> {
  const told = new Set<string>()
  const readings = new Map<HostId, Promise<LimitsReading<CatalogSettings>>>()
  const approvals = openTrustStore(ownPlaces(options.env ?? process.env).data)
  return async (host) => {
    const reading = readings.get(host) ?? loadSettings(profiles[host], around, options)
    readings.set(host, reading)
    const { value: settings, problems, unknown } = await reading
    // An approval that is not understood may have kept a server's skill as it was approved.
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
