import type { SkillSource } from "../../skill-source.ts"
import type { SkillPlace } from "../../../skill/place.ts"
import type { Trust } from "../../../skill/trust.ts"
import type { SummaryIndex } from "./summary-index.ts"
import { openCommandFolder, openSkillFolder } from "./folder-source.ts"
import type { LinkBoundary } from "./link-boundary.ts"
import { openPluginCache, openPluginFolder, type PluginOptions } from "./plugin-source.ts"

interface TrustedPlace extends SkillPlace {
  readonly trust: Trust
  /** The boundary that its links may not leave; undefined if they may lead anywhere. */
  readonly boundary: (() => LinkBoundary) | undefined
}

interface PlaceOptions {
  readonly index: SummaryIndex
  readonly settings: {
    readonly pluginVersions: PluginOptions["versions"]
    readonly pluginsOff: PluginOptions["off"]
  }
  /** Every link is followed. */
  readonly isOpen: boolean
}

/** The source that reads a skill directory, by its layout. */
export function openPlaceSource(place: TrustedPlace, { index, settings, isOpen }: PlaceOptions): SkillSource {
  const { layout } = place
  switch (layout.kind) {
    case "skills":
      return openSkillFolder({ ...place, layout }, index)
    case "commands":
      return openCommandFolder(place, index)
    case "plugins": {
      const plugins = { part: layout.part, index, versions: settings.pluginVersions, off: settings.pluginsOff, isOpen }
      return place.at === "plugins" ? openPluginCache(place, plugins) : openPluginFolder(place, plugins)
    }
  }
}
