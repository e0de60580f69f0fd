import type { SkillTree } from "../skill/place.ts"
import { rawRendering } from "./raw-rendering.ts"
import type { HostProfile } from "./profile.ts"

const own: SkillTree = { kind: "skills", depth: 40, insideSkills: true, nodeModules: true, rootSkill: true }
const external: SkillTree = { ...own, dotFolders: true }
const ownFolders = [".opencode/skill", ".opencode/skills"]
const noExternal = "OPENCODE_DISABLE_EXTERNAL_SKILLS"
const noClaude = ["OPENCODE_DISABLE_CLAUDE_CODE_SKILLS", "OPENCODE_DISABLE_CLAUDE_CODE"]
const noProject = "OPENCODE_DISABLE_PROJECT_CONFIG"

export const opencode: HostProfile = {
  id: "opencode",
  title: "opencode",
  observed: "opencode 1.18.33",
  places: [
    { kind: "added", at: "skills-dirs", folders: [""], layout: own },
    { kind: "project", at: "project", folders: ownFolders, layout: own, unless: [noProject] },
    {
      kind: "project",
      at: "project",
      folders: [".claude/skills"],
      layout: external,
      unless: [noExternal, ...noClaude],
    },
    { kind: "project", at: "project", folders: [".agents/skills"], layout: external, unless: [noExternal] },
    { kind: "user", at: "opencode-config", folders: ["skill", "skills"], layout: own },
    { kind: "user", at: "home", folders: ownFolders, layout: own },
    { kind: "user", at: "home", folders: [".claude/skills"], layout: external, unless: [noExternal, ...noClaude] },
    { kind: "user", at: "home", folders: [".agents/skills"], layout: external, unless: [noExternal] },
    { kind: "added", at: "settings", folders: [""], layout: own },
  ],
  settings: [
    { at: "opencode-config", files: ["config.json", "opencode.json", "opencode.jsonc"], format: "json", owner: "user" },
    {
      at: "project",
      files: ["opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"],
      format: "json",
      owner: "project",
      unless: [noProject],
    },
  ],
  settingsVariables: [
    { variable: "OPENCODE_CONFIG", holds: "path", format: "json" },
    { variable: "OPENCODE_CONFIG_CONTENT", holds: "text", format: "json" },
    { variable: "OPENCODE_PERMISSION", holds: "text", format: "json", under: "permission" },
  ],
  naming: "header",
  clash: "random",
  clashText: "random: it reads all copies at once, and the last one read wins; this can differ from run to run",
  reads: ["name", "description"],
  reading: { dialect: "front-matter", blankName: "kept" },
  skips: [],
  hidesUndescribed: "all",
  describes: "nothing",
  unclear: { userInvocable: true, disableModelInvocation: false },
  listing: { format: "xml", spaces: "kept", escapesAngles: false },
  arguments: "none",
  order: { by: "names" },
  servers: "none",
  rendering: { ...rawRendering, raw: "opencode" },
}
