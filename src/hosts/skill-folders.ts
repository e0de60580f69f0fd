import { planPlaces } from "./plan-places.ts"
import type { HostId, Surroundings } from "./profile.ts"
import { hostIds, profiles } from "./profiles.ts"

/** Where a new skill for each host goes, in a project and in the user's home. */
export const newSkillFolder: Readonly<Record<HostId, string>> = {
  open: ".agents/skills",
  claude: ".claude/skills",
  codex: ".agents/skills",
  opencode: ".agents/skills",
  gemini: ".agents/skills",
}

/** The hosts that read skills from this directory. */
export function findReadingHosts(folder: string, around: Surroundings): readonly HostId[] {
  return hostIds.filter((id) =>
    planPlaces(profiles[id], around).some(({ root, layout }) => layout.kind === "skills" && root === folder),
  )
}

/** The directories of a project and of home that contain skills, for any agent. */
export const keptIn: readonly string[] = [
  ".agents/skills",
  ".claude/skills",
  ".codex/skills",
  ".opencode/skill",
  ".opencode/skills",
  ".gemini/skills",
  ".github/skills",
  ".cursor/skills",
]

/** The directories in which a repository of skills or of plugins keeps them, by the plugins it has. */
export function listRepositoryFolders(plugins: readonly string[]): readonly string[] {
  return ["skills", "plugin/skills", ...plugins.map((name) => `plugins/${name}/skills`)]
}
