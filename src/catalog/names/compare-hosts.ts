import type { HostId, HostProfile } from "../../hosts/profile.ts"
import { joinProblems, type Problem } from "../../problem/problem.ts"
import { groupBy } from "../../text/group-by.ts"
import type { SourceKind } from "../../skill/place.ts"
import { type Catalog, type CatalogSkill, isUsable } from "../catalog.ts"
import type { Listing, ListingEntry } from "../listing.ts"

/** Every skill, and how each agent sees it. */
export interface HostComparison {
  readonly hosts: readonly ComparedHost[]
  /** Agents that were not found on this machine and are left out. */
  readonly absent: readonly HostId[]
  /** By name. Copies with the same content are one skill. */
  readonly skills: readonly ComparedSkill[]
  /** The names whose copies differ. */
  readonly drifted: readonly string[]
  /** Of all their catalogs, each once. */
  readonly problems: readonly Problem[]
}

export interface ComparedHost {
  readonly host: HostId
  readonly title: string
  /** How many skills it could use. */
  readonly usable: number
  /** Of its listing, as `budget` counts them. */
  readonly tokens: number
  /** What its own entries take besides, if it counts tokens. */
  readonly ownTokens: number
}

export interface ComparedSkill {
  readonly name: string
  readonly copies: readonly ComparedCopy[]
  /** Another copy of this name has other content. */
  readonly isDrifted: boolean
  /** Only the agents that find one of these copies. */
  readonly seen: readonly SeenSkill[]
}

export interface ComparedCopy {
  readonly path: string
  readonly source: SourceKind
}

export interface SeenSkill {
  readonly host: HostId
  readonly as: SeenAs
  readonly path: string
  /** Why, unless its description is listed. */
  readonly reason?: string | undefined
  /** The copy that hides it. */
  readonly hiddenBy?: string | undefined
}

/**
 * whole, cut, name-only: how the agent's listing has it. left-out: the listing has no room for it. The rest are as in
 * the catalog.
 */
export type SeenAs =
  | "whole"
  | "cut"
  | "name-only"
  | "left-out"
  | "not-listed"
  | "conditional"
  | "user-only"
  | "off"
  | "skipped"
  | "shadowed"

/** What one agent has. */
interface HostSight {
  readonly profile: Pick<HostProfile, "id" | "title">
  readonly catalog: Catalog
  readonly listing: Listing
}

/** What stands for the content of the copy at a path: equal for copies with equal files. */
type ReadVersion = (path: string) => string

interface Sighting extends SeenSkill {
  readonly name: string
  readonly source: SourceKind
}

export function compareHosts(
  sights: readonly HostSight[],
  absent: readonly HostId[],
  readVersion: ReadVersion,
): HostComparison {
  const skills = [...groupBy(sights.flatMap(listSightings), ({ name }) => name)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, sightings]) => splitByVersion(name, sightings, readVersion))
  return {
    hosts: sights.map(({ profile, catalog, listing }) => ({
      host: profile.id,
      title: profile.title,
      usable: catalog.skills.filter(isUsable).length,
      tokens: listing.tokens,
      ownTokens: listing.ownTokens,
    })),
    absent,
    skills,
    drifted: [...new Set(skills.filter(({ isDrifted }) => isDrifted).map(({ name }) => name))],
    problems: sights.reduce<readonly Problem[]>((all, { catalog }) => joinProblems(all, catalog.problems), []),
  }
}

function splitByVersion(
  name: string,
  sightings: readonly Sighting[],
  readVersion: ReadVersion,
): readonly ComparedSkill[] {
  const isAlone = new Set(sightings.map(({ path }) => path)).size === 1
  const versions = groupBy(sightings, ({ path }) => (isAlone ? "" : readVersion(path)))
  return [...versions.values()].map((same) => ({
    name,
    copies: [...new Map(same.map(({ path, source }) => [path, { path, source }])).values()],
    isDrifted: versions.size > 1,
    seen: [...groupBy(same, ({ host }) => host).values()].flatMap(pickBest),
  }))
}

/** An agent that uses one copy hides the others: what counts is the one that it uses. */
function pickBest(sightings: readonly Sighting[]): readonly SeenSkill[] {
  const best = sightings.find(({ as }) => as !== "shadowed") ?? sightings[0]
  if (best === undefined) return []
  const { host, as, path, reason, hiddenBy } = best
  return [{ host, as, path, reason, hiddenBy }]
}

function listSightings({ profile, catalog, listing }: HostSight): readonly Sighting[] {
  const entries = new Map(listing.entries.map((entry) => [entry.path, entry]))
  return [
    ...catalog.skills.map((skill) => ({
      name: skill.name.trim(),
      host: profile.id,
      path: skill.path,
      source: skill.source,
      ...describeSight(skill, entries.get(skill.path)),
    })),
    ...catalog.shadowed.map(({ name, path, source, by, rule }) => ({
      name: name.trim(),
      host: profile.id,
      path,
      source,
      as: "shadowed" as const,
      reason: rule,
      hiddenBy: catalog.skills.find(({ ref }) => ref === by)?.path,
    })),
  ]
}

/** How an entry of a listing is seen. */
export const LISTED: Readonly<Record<ListingEntry["state"], Pick<SeenSkill, "as" | "reason">>> = {
  whole: { as: "whole" },
  cut: { as: "cut", reason: "its description is too long for the listing" },
  bare: { as: "name-only", reason: "the listing is full" },
  missing: { as: "left-out", reason: "the listing is full" },
}

function describeSight(
  { status, reason, isNamed }: CatalogSkill,
  entry: ListingEntry | undefined,
): Pick<SeenSkill, "as" | "reason"> {
  switch (status) {
    case "off":
    case "skipped":
    case "conditional":
    case "name-only":
      return { as: status, reason }
    case "user-only":
      if (entry?.state === "missing") return LISTED.missing
      return { as: isNamed === true ? "not-listed" : status, reason }
    case "active":
    case "model-only":
      return entry === undefined ? { as: "not-listed", reason } : LISTED[entry.state]
  }
}
