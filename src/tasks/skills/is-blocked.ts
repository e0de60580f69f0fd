import type { CatalogSkill } from "../../catalog/catalog.ts"
import { type CatalogSettings, deniesSkill } from "../../settings/settings.ts"

/** Whether a skill that another host finds must not be used here: a setting of this host forbids it. */
export function isBlocked(
  { name, plugin }: Pick<CatalogSkill, "name" | "plugin">,
  { switches, pluginsOff, permissions }: Pick<CatalogSettings, "switches" | "pluginsOff" | "permissions">,
): boolean {
  if (switches.get(name) === "off" || deniesSkill(permissions, name)) return true
  return plugin !== undefined && pluginsOff.some((off) => off === plugin || off.startsWith(`${plugin}@`))
}
