import { createHash } from "node:crypto"
import fs from "node:fs"
import type { MarkedCatalog } from "../../diff-catalogs.ts"
import { readsPlace } from "../../watch/layout-watch.ts"
import { planPlaces } from "../../../hosts/plan-places.ts"
import { profiles } from "../../../hosts/profiles.ts"
import type { FoundSkill } from "../../skill-source.ts"
import type { SkillPlace } from "../../../skill/place.ts"
import { openSession } from "../session/open-session.ts"
import type { SkilletOptions } from "../session/options.ts"
import { requireLimits } from "../session/open-runner.ts"

/** The catalog at one moment, and what must be watched to know when it changes. */
export interface CatalogSnapshot extends MarkedCatalog {
  readonly places: readonly PlaceSnapshot[]
  /** By path: changes whenever the file may have changed. */
  readonly stamps: ReadonlyMap<string, string>
}

export interface PlaceSnapshot {
  readonly place: SkillPlace
  readonly found: readonly FoundSkill[]
}

/** Reads everything again, except files whose stamp is unchanged. */
export async function takeSnapshot(options: SkilletOptions, before?: CatalogSnapshot): Promise<CatalogSnapshot> {
  const skillet = openSession(options)
  // A settings file that is being edited must not announce the skills it switches off.
  await requireLimits(skillet)
  const catalog = await skillet.catalog()
  const listed = await skillet.copies()
  const places = planPlaces(profiles[skillet.host], skillet.around).flatMap((place) => {
    const own = listed.filter(({ source }) => readsPlace(source, place))
    return own.length === 0 ? [] : [{ place, found: own.flatMap(({ listing }) => listing.skills) }]
  })
  const all = listed.flatMap(({ listing }) => listing.skills)
  const stamps = new Map(all.map((found) => [found.path, `${found.realPath} ${found.size} ${found.changed}`]))
  const files = new Set(places.flatMap(({ found }) => found.map((skill) => skill.path)))
  const marks = new Map(
    catalog.skills.map(({ path }) => {
      const stamp = stamps.get(path) ?? ""
      const known = before?.stamps.get(path) === stamp ? before.marks.get(path) : undefined
      return [path, known ?? (files.has(path) ? hashContent(path, stamp) : stamp)]
    }),
  )
  return { catalog, marks, places, stamps }
}

function hashContent(file: string, stamp: string): string {
  try {
    return createHash("sha256").update(fs.readFileSync(file)).digest("base64")
  } catch (error) {
    if (error instanceof Error && "code" in error) return stamp
    throw error
  }
}
