import { type CatalogSkill, isBundled } from "../catalog.ts"
import type { ListingEntry } from "./entry-line.ts"

/** How much of the skills a host's model sees. */
export interface ListingCounts {
  readonly entries: number
  readonly whole: number
  readonly cut: number
  readonly bare: number
  readonly missing: number
  /** Of those, the ones that do not come with Skillet: how many there are, and how many have no text or are missing. */
  readonly chosen: { readonly entries: number; readonly hidden: number }
}

export function countListing(
  entries: readonly Pick<ListingEntry, "path" | "state">[],
  skills: readonly Pick<CatalogSkill, "path" | "source">[],
): ListingCounts {
  const count = (wanted: ListingEntry["state"]) => entries.filter(({ state }) => state === wanted).length
  const bundled = new Set(skills.filter(isBundled).map(({ path }) => path))
  const chosen = entries.filter(({ path }) => !bundled.has(path))
  const hidden = chosen.filter(({ state }) => state === "bare" || state === "missing").length
  return {
    entries: entries.length,
    whole: count("whole"),
    cut: count("cut"),
    bare: count("bare"),
    missing: count("missing"),
    chosen: { entries: chosen.length, hidden },
  }
}
