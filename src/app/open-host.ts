import path from "node:path"
import type { SummaryIndex } from "../adapters/files/summary-index.ts"
import type { Catalog } from "../catalog/catalog.ts"
import { failedListing, type ListedSource, mergeCatalog } from "../catalog/merge.ts"
import type { CatalogSettings } from "../catalog/settings.ts"
import type { StatusContext } from "../catalog/status.ts"
import { planPlaces } from "../hosts/plan-places.ts"
import type { HostProfile, Surroundings } from "../hosts/profile.ts"
import type { SkillSource } from "../ports/skill-source.ts"
import type { Problem } from "../problem/problem.ts"
import { version } from "../version.ts"
import { openBoundaries } from "./link-boundaries.ts"
import { withoutIgnored } from "./ignored-folders.ts"
import { serversFor } from "./open-servers.ts"
import { openSources } from "./open-sources.ts"
import type { SkilletOptions } from "./options.ts"

/** Everything a session knows of one host. */
export interface OpenedHost {
  readonly settings: CatalogSettings
  readonly sources: readonly SkillSource[]
  readonly listed: readonly ListedSource[]
  readonly catalog: Catalog
}

export interface OpenHostOptions {
  readonly settings: CatalogSettings
  /** What was wrong with the settings. */
  readonly problems: readonly Problem[]
  readonly servers: Promise<readonly SkillSource[]>
  readonly index: SummaryIndex
  readonly around: Surroundings
  readonly options: SkilletOptions
}

/** Looks in all places of a host and decides which copies win. */
export async function openHost(profile: HostProfile, how: OpenHostOptions): Promise<OpenedHost> {
  const { settings, index, options } = how
  const nested = await withoutIgnored(how.around.nested, how.around)
  const around = { ...how.around, nested, settingsDirs: settings.skillDirs }
  const levels = options.levels === undefined ? {} : { levels: options.levels }
  const boundaries = openBoundaries(around, options)
  const sources = openSources(planPlaces(profile, around), { settings, index, boundaries, ...levels })
  const all = [...sources, ...serversFor(profile, await how.servers), ...(options.sources ?? [])]
  const listed = await Promise.all(all.map(listSource))
  const context = await statusContext(listed, settings, { options, around })
  const merged = mergeCatalog(profile, listed, context)
  return { settings, sources: all, listed, catalog: { ...merged, problems: [...how.problems, ...merged.problems] } }
}

/** A source that fails costs one problem, never the others. */
async function listSource(source: SkillSource): Promise<ListedSource> {
  try {
    return { source, listing: await source.list() }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { source, listing: failedListing(source.label, error) }
  }
}

async function statusContext(
  listed: readonly ListedSource[],
  settings: CatalogSettings,
  { options, around }: Pick<OpenHostOptions, "options" | "around">,
): Promise<StatusContext> {
  const skills = listed.flatMap(({ listing }) => listing.skills)
  const touched = (options.touched ?? []).map((file) => path.relative(around.root, path.resolve(around.cwd, file)))
  const isTouched =
    touched.length > 0 && skills.some(({ summary }) => summary.header.paths !== undefined)
      ? (await import("../catalog/touched.ts")).touchedBy(touched)
      : () => false
  const requires = skills.some(({ summary }) => summary.header.requires !== undefined)
  const semver = requires ? await import("semver") : undefined
  const versions = { skillet: version, agent: options.agentVersion }
  return {
    settings,
    isTouched,
    satisfies: (what, range) => {
      const at = versions[what]
      if (at === undefined || semver === undefined || semver.validRange(range) === null) return undefined
      return semver.satisfies(at, range, { includePrerelease: true })
    },
  }
}
