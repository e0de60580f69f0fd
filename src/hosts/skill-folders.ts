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

/** Where the skills that come with Skillet go if a host is to list them. */
export interface InstallPlace {
  /** In a project. */
  readonly project: string
  /** In the user's directories. */
  readonly user: { readonly at: "home" | "config" | "gemini-home"; readonly folder: string }
  /** The directory below it with one directory for each skill; "" if it is that directory itself. */
  readonly skills: "" | "skills"
  /** The plugin they are part of: its name is put before theirs. */
  readonly plugin?: string
  /** Whether the host finds what is in a project only if it is started in that directory, not below it. */
  readonly isOnlyFoundThere?: true
  /** Whether the model does not see skills that only people may start. */
  readonly hidesUserOnly: boolean
  /** What a person has to do besides. */
  readonly notes: readonly string[]
}

const agentsFolder: InstallPlace = {
  project: ".agents/skills",
  user: { at: "home", folder: ".agents/skills" },
  skills: "",
  hidesUserOnly: false,
  notes: [],
}

export const installPlaces: Readonly<Record<Exclude<HostId, "open">, InstallPlace>> = {
  claude: {
    project: ".claude/skills/skillet",
    user: { at: "config", folder: "skills/skillet" },
    skills: "skills",
    plugin: "skillet",
    isOnlyFoundThere: true,
    hidesUserOnly: true,
    notes: ["Claude Code loads the plugin of a project once you have trusted the project there."],
  },
  codex: { ...agentsFolder, hidesUserOnly: true },
  opencode: agentsFolder,
  gemini: { ...agentsFolder, user: { at: "gemini-home", folder: ".agents/skills" }, isOnlyFoundThere: true },
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
