import path from "node:path"
import type { SummaryIndex } from "../sources/summary-index.ts"
import { dropIgnoredFolders } from "../sources/drop-ignored-folders.ts"
import { filterServers } from "../../host-servers.ts"
import { type ListedSkills, listSkills } from "../../list-skills.ts"
import type { CatalogSettings } from "../../../settings/settings.ts"
import type { HostProfile, SettingsLevel, Surroundings } from "../../../hosts/profile.ts"
import { isPlaceTaken, placeTrust } from "../../../trust/place-trust.ts"
import type { SkillSource } from "../../skill-source.ts"
import type { Problem } from "../../../problem/problem.ts"
import type { SkillPlace } from "../../../skill/place.ts"
import { version } from "../../../system/version.ts"
import { type LinkBoundaries, openBoundaries } from "./link-boundaries.ts"
import type { SkilletOptions } from "./options.ts"
import type { Trust } from "../../../skill/trust.ts"
import { openCommandFolder, openSkillFolder } from "../sources/folder-source.ts"
import type { LinkBoundary } from "../sources/link-boundary.ts"
import { openPluginCache, openPluginFolder, openPluginsAmongSkills } from "../sources/plugin-source.ts"

export interface OpenHostOptions {
  readonly settings: CatalogSettings
  /** What was wrong with the settings. */
  readonly problems: readonly Problem[]
  readonly servers: Promise<readonly SkillSource[]>
  readonly index: SummaryIndex
  readonly around: Surroundings
  readonly options: SkilletOptions
}

/** Plugs directories, servers and versions into `listSkills`. */
export async function openHost(profile: HostProfile, how: OpenHostOptions): Promise<ListedSkills> {
  const { settings, index, options, problems } = how
  const nested =
    profile.skipsIgnored === true ? await dropIgnoredFolders(how.around.nested, how.around) : how.around.nested
  const around = { ...how.around, nested }
  const boundaries = openBoundaries(around, options)
  return listSkills(profile, {
    around,
    settings,
    problems,
    openPlaces: (places) => openSources(places, { settings, index, boundaries, levels: options.levels }),
    others: [...filterServers(profile, await how.servers), ...(options.sources ?? [])],
    skillsOff: options.skillsOff,
    touched: (options.touched ?? []).map((file) => path.relative(around.root, path.resolve(around.cwd, file))),
    versions: { skillet: version, agent: options.agentVersion },
  })
}

interface OpenSourcesOptions {
  readonly settings: CatalogSettings
  readonly index: SummaryIndex
  readonly boundaries: LinkBoundaries
  readonly levels?: readonly SettingsLevel[] | undefined
}

/** A source for each skill directory, in the same order. */
function openSources(places: readonly SkillPlace[], options: OpenSourcesOptions): readonly SkillSource[] {
  return places
    .filter((place) => isPlaceTaken(place.at, options.levels))
    .map((place) => {
      const trusted = { ...place, trust: placeTrust[place.at], boundary: options.boundaries.of(place) }
      return openPlaceSource(trusted, options)
    })
}

interface TrustedPlace extends SkillPlace {
  readonly trust: Trust
  /** The boundary that its links may not leave; undefined if they may lead anywhere. */
  readonly boundary: (() => LinkBoundary) | undefined
}

/** The source that reads a skill directory, by its layout. */
function openPlaceSource(place: TrustedPlace, { index, settings, boundaries }: OpenSourcesOptions): SkillSource {
  const { layout } = place
  switch (layout.kind) {
    case "skills":
      return openSkillFolder({ ...place, layout }, index)
    case "commands":
      return openCommandFolder(place, index)
    case "plugins": {
      const { pluginVersions: versions, pluginsOff: off } = settings
      const plugins = { part: layout.part, index, versions, off, isOpen: boundaries.areOpen }
      if (layout.amongSkills === true) return openPluginsAmongSkills(place, plugins)
      return place.at === "plugins" ? openPluginCache(place, plugins) : openPluginFolder(place, plugins)
    }
  }
}
