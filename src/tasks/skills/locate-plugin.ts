/** Where a plugin's skill is in the cache: `…/plugins/cache/{source}/{plugin}/{version}/skills/…`. */
export interface PluginPlace {
  readonly plugin: string
  readonly version: string
  /** The directory with all versions of the plugin. */
  readonly versions: string
  /** The path of the skill in the directory of its version. */
  readonly inside: string
}

/** Undefined for a skill that is not in the cache of plugins. */
export function locatePlugin(file: string): PluginPlace | undefined {
  const found = /^(.*\/plugins\/cache\/[^/]+\/([^/]+))\/([^/]+)\/(.+)$/.exec(file)
  if (found === null) return undefined
  const [, versions = "", plugin = "", version = "", inside = ""] = found
  return { plugin, version, versions, inside }
}
