import { decideSettings } from "../../settings/decide-settings.ts"
import { readOwnLayers } from "../../settings/io/read-layers.ts"
import { listFoldersAbove } from "../../system/own-files.ts"
import { applyWakeSettings, type SkillTables } from "../skills/skill-tables.ts"
import type { Wake } from "./open-wake.ts"

export interface LoadedTables {
  readonly tables: SkillTables
  /** What an agent learns about rules that are not used. */
  readonly notes: readonly string[]
}

/** The rules for the skills of tasks, by our own settings files. Reads no skills, and no settings of hosts. */
export async function loadSkillTables({ options, cwd }: Wake): Promise<LoadedTables> {
  const own = await readOwnLayers(listFoldersAbove(cwd), options)
  const { value, problems } = decideSettings({ host: [], variables: {}, options: {}, ...own })
  const wrong = problems.filter(({ message }) => /\bwake[ .]/.test(message))
  return {
    tables: applyWakeSettings(value.wake),
    notes: wrong.map(
      ({ path, line, message }) => `${path}:${line ?? 1}: ${message}. skillet doctor says how to fix it.`,
    ),
  }
}
