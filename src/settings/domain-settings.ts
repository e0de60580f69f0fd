/** The domains that come with Skillet. `hybrid` is two of them. */
export const builtInDomains = ["technical", "personal", "creative", "professional", "recreational"] as const

/** Domains of jobs, as settings add to them, by name. */
export type DomainSettings = Readonly<Record<string, DomainSetting>>

export interface DomainSetting {
  /** Words that indicate the domain, in addition to those that come with Skillet. */
  readonly words: readonly string[]
  /** Words that indicate it less clearly. */
  readonly weak: readonly string[]
  /** The standards for work in it; undefined: those that come with Skillet. */
  readonly standards?: readonly string[] | undefined
}

/** Words add up over all layers; the standards of later layers win. */
export function layerDomains(below: DomainSettings, layer: DomainSettings): DomainSettings {
  const merged = Object.entries(layer).map(([name, { words, weak, standards }]) => {
    const before = Object.hasOwn(below, name) ? below[name] : undefined
    const setting: DomainSetting = {
      words: [...new Set([...(before?.words ?? []), ...words])],
      weak: [...new Set([...(before?.weak ?? []), ...weak])],
      standards: standards ?? before?.standards,
    }
    return [name, setting] as const
  })
  return { ...below, ...Object.fromEntries(merged) }
}
