import type { Catalog, CatalogSkill } from "./catalog.ts"

/** A catalog, and for each skill's file a fingerprint of its whole text. */
export interface MarkedCatalog {
  readonly catalog: Catalog
  /** By the skill's path. */
  readonly marks: ReadonlyMap<string, string>
}

export interface CatalogDiff {
  readonly added: readonly CatalogSkill[]
  /** As they are now: their text or their entry in the catalog changed. */
  readonly changed: readonly CatalogSkill[]
  /** As they were. */
  readonly removed: readonly CatalogSkill[]
}

/** What happened to the skills, each identified by its ref. */
export function diffCatalogs(before: MarkedCatalog, after: MarkedCatalog): CatalogDiff {
  const then = new Map(before.catalog.skills.map((skill) => [skill.ref, skill]))
  const now = new Set(after.catalog.skills.map(({ ref }) => ref))
  const isSame = (old: CatalogSkill, skill: CatalogSkill) =>
    before.marks.get(old.path) === after.marks.get(skill.path) && JSON.stringify(old) === JSON.stringify(skill)
  return {
    added: after.catalog.skills.filter(({ ref }) => !then.has(ref)),
    changed: after.catalog.skills.filter((skill) => {
      const old = then.get(skill.ref)
      return old !== undefined && !isSame(old, skill)
    }),
    removed: before.catalog.skills.filter(({ ref }) => !now.has(ref)),
  }
}
