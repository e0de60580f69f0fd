import { commandFolderSource, skillFolderSource } from "../adapters/sources/folder-source.ts"
import { pluginCacheSource, pluginFolderSource } from "../adapters/sources/plugin-source.ts"
import type { SummaryIndex } from "../adapters/files/summary-index.ts"
import type { CatalogSettings } from "../catalog/settings.ts"
import type { SkillSource } from "../ports/skill-source.ts"
import type { SkillPlace } from "../skill/place.ts"
import { isPlaceTaken, placeTrust } from "../policy/trust/place-trust.ts"
import type { LinkBoundaries } from "./link-boundaries.ts"
import type { Level } from "./options.ts"

export interface OpenSourcesOptions {
  readonly settings: CatalogSettings
  readonly index: SummaryIndex
  readonly boundaries: LinkBoundaries
  readonly levels?: readonly Level[] | undefined
}

/** A source for each place, in the same order. */
export function openSources(places: readonly SkillPlace[], options: OpenSourcesOptions): readonly SkillSource[] {
  return places.filter((place) => isPlaceTaken(place.at, options.levels)).map((place) => openSource(place, options))
}

function openSource(place: SkillPlace, options: OpenSourcesOptions): SkillSource {
  const trusted = { ...place, trust: placeTrust[place.at], boundary: options.boundaries.of(place) }
  const { layout } = place
  switch (layout.kind) {
    case "skills":
      return skillFolderSource({ ...trusted, layout }, options.index)
    case "commands":
      return commandFolderSource(trusted, options.index)
    case "plugins": {
      const plugins = {
        part: layout.part,
        index: options.index,
        versions: options.settings.pluginVersions,
        off: options.settings.pluginsOff,
        isOpen: options.boundaries.areOpen,
      }
      return place.at === "plugins" ? pluginCacheSource(trusted, plugins) : pluginFolderSource(trusted, plugins)
    }
  }
}
