import { lookAround } from "../../catalog/io/session/surroundings.ts"
import { open } from "../../hosts/open.ts"
import { decideSettings } from "../../settings/decide-settings.ts"
import { readLayers } from "../../settings/io/read-layers.ts"
import { applyWakeSettings, type SkillTables } from "../skills/skill-tables.ts"
import type { Wake } from "./open-wake.ts"

export interface LoadedTables {
  readonly tables: SkillTables
  /** What an agent learns about rules that are not used. */
  readonly notes: readonly string[]
}

/** The rules for the skills of tasks, by our own settings files. Reads no skills, and no settings of hosts. */
export async function loadSkillTables({ options }: Wake): Promise<LoadedTables> {
  const { value, problems } = decideSettings(await readLayers(open, lookAround(options), options))
  const wrong = problems.filter(({ message }) => /\bwake[ .]/.test(message))
  return {
    tables: applyWakeSettings(value.wake),
    notes: wrong.map(
      ({ path, line, message }) => `${path}:${line ?? 1}: ${message}. skillet doctor says how to fix it.`,
    ),
  }
}
