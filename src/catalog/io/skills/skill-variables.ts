import path from "node:path"
import type { FoundSkill } from "../../skill-source.ts"
import type { Session } from "../session/open-session.ts"
import { findOwnDirectory } from "../../../skill/skill-form.ts"

/** The paths that a skill's text and grants may name by a variable. */
export function findSkillPaths(skillet: Session, found: FoundSkill): Readonly<Record<string, string>> {
  const { plugin } = found
  const config = skillet.around.config.claude ?? ""
  const directory = findOwnDirectory(found)
  const own = directory === undefined ? {} : { SKILL_DIR: directory }
  if (plugin === undefined) return { PROJECT_DIR: skillet.around.root, ...own }
  const data = path.join(config, "plugins", "data", `${plugin.name}-${plugin.from}`)
  return { PROJECT_DIR: skillet.around.root, PLUGIN_ROOT: plugin.root, PLUGIN_DATA: data, ...own }
}
