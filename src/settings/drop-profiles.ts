import type { CatalogSettings } from "./settings.ts"

/** The settings as they would be without what profiles switch off. */
export function dropProfiles(settings: CatalogSettings): CatalogSettings {
  const { profiles = [], switches, ruleSets } = settings
  if (profiles.length === 0) return settings
  const isOfProfile = (name: string) => profiles.some(({ off }) => off.has(name))
  return {
    ...settings,
    profiles: [],
    switches: new Map([...switches].filter(([name, level]) => level !== "off" || !isOfProfile(name))),
    ruleSets: ruleSets.map((rules) =>
      rules.filter(({ match, value, level }) => level !== "off" || match === "every" || !isOfProfile(value)),
    ),
  }
}
