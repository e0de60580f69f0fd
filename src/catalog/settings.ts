/** How much of a skill is shown: all, its name without the description, only to people, nothing. Strictest last. */
export const switchLevels = ["on", "name-only", "user-only", "off"] as const

export type Switch = (typeof switchLevels)[number]

/** What a person, a project and a machine have settled about skills. */
export interface CatalogSettings {
  readonly switches: Readonly<Record<string, Switch>>
  readonly listing: ListingSettings
  /** What `metadata.skillet-when` may name. */
  readonly flags: readonly string[]
  readonly pluginVersions: "semver" | "mtime"
  /** Plugins switched off, as `plugin` or `plugin@source`. */
  readonly pluginsOff: readonly string[]
}

export interface ListingSettings {
  /** Most characters of one entry. */
  readonly entryCharacters?: number
  /** Most characters of the whole listing. */
  readonly characters?: number
  /** Or that as a share of the context window. */
  readonly share?: number
}

/** What one file of settings says; a missing key says nothing. */
export interface SettingsLayer {
  readonly switches?: Readonly<Record<string, Switch>>
  readonly listing?: ListingSettings
  readonly flags?: readonly string[]
  readonly pluginVersions?: "semver" | "mtime"
  readonly pluginsOff?: readonly string[]
}

export const noSettings: CatalogSettings = {
  switches: {},
  listing: {},
  flags: [],
  pluginVersions: "semver",
  pluginsOff: [],
}

/** Later layers win over earlier ones, key by key and skill by skill. */
export function layerSettings(layers: readonly SettingsLayer[]): CatalogSettings {
  return layers.reduce<CatalogSettings>(
    (below, layer) => ({
      switches: { ...below.switches, ...layer.switches },
      listing: { ...below.listing, ...layer.listing },
      flags: layer.flags ?? below.flags,
      pluginVersions: layer.pluginVersions ?? below.pluginVersions,
      pluginsOff: layer.pluginsOff ?? below.pluginsOff,
    }),
    noSettings,
  )
}

/** A layer that may only tighten: a switch it loosens stays as it was, a plugin that is off stays off. */
export function tightenSettings(below: CatalogSettings, layer: SettingsLayer): CatalogSettings {
  const switches = Object.entries(layer.switches ?? {}).map(([name, wanted]) => [
    name,
    strictest(below.switches[name] ?? "on", wanted),
  ])
  return {
    ...layerSettings([below, { ...(layer.listing === undefined ? {} : { listing: layer.listing }) }]),
    switches: { ...below.switches, ...Object.fromEntries(switches) },
    pluginsOff: [...new Set([...below.pluginsOff, ...(layer.pluginsOff ?? [])])],
  }
}

function strictest(one: Switch, other: Switch): Switch {
  return switchLevels.indexOf(one) > switchLevels.indexOf(other) ? one : other
}
