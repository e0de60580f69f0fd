import { commandFolderSource, skillFolderSource } from "../adapters/sources/folder-source.ts"
import { pluginCacheSource, pluginFolderSource } from "../adapters/sources/plugin-source.ts"
import type { SummaryIndex } from "../adapters/files/summary-index.ts"
import type { CatalogSettings } from "../catalog/settings.ts"
import type { SkillSource } from "../ports/skill-source.ts"
import type { Place, PlaceAnchor } from "../skill/place.ts"
import type { Trust } from "../skill/trust.ts"
import type { LinkBoundaries } from "./link-boundaries.ts"
import type { Level } from "./options.ts"

export interface OpenSourcesOptions {
  readonly settings: CatalogSettings
  readonly index: SummaryIndex
  readonly boundaries: LinkBoundaries
  readonly levels?: readonly Level[]
}

/** A source for each place, in the same order. */
export function openSources(places: readonly Place[], options: OpenSourcesOptions): readonly SkillSource[] {
  return places.filter((place) => isTaken(place.at, options.levels)).map((place) => openSource(place, options))
}

function openSource(place: Place, options: OpenSourcesOptions): SkillSource {
  const trusted = { ...place, trust: trustOf[place.at], boundary: options.boundaries.of(place) }
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

/** What others put into a folder is remote until its content was approved. */
const trustOf: Readonly<Record<PlaceAnchor, Trust>> = {
  managed: "policy",
  home: "own",
  config: "own",
  "codex-home": "own",
  bundled: "own",
  project: "remote",
  root: "remote",
  nested: "remote",
  added: "remote",
  "skills-dirs": "remote",
  plugins: "remote",
  "plugin-dirs": "remote",
}

const levelOf: Readonly<Partial<Record<PlaceAnchor, Level>>> = {
  home: "user",
  config: "user",
  "codex-home": "user",
  project: "project",
  root: "project",
  nested: "project",
}

function isTaken(at: PlaceAnchor, levels: readonly Level[] | undefined): boolean {
  const level = levelOf[at]
  return levels === undefined || level === undefined || levels.includes(level)
}
