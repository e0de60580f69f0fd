import type { SkillTree } from "../skill/place.ts"
import { rawRendering } from "./raw-rendering.ts"
import type { HostProfile } from "./profile.ts"

const folders: SkillTree = { kind: "skills", depth: 1, insideSkills: true, rootSkill: true }

export const gemini: HostProfile = {
  id: "gemini",
  title: "Gemini CLI",
  observed: "Gemini CLI 0.61.0",
  places: [
    { kind: "added", at: "skills-dirs", folders: [""], layout: folders },
    { kind: "plugin", at: "gemini-extensions", folders: ["skills"], layout: folders },
    { kind: "user", at: "gemini-home", folders: [".gemini/skills", ".agents/skills"], layout: folders },
    { kind: "project", at: "cwd", folders: [".gemini/skills", ".agents/skills"], layout: folders },
  ],
  settings: [
    { at: "gemini-home", files: [".gemini/settings.json"], format: "json", owner: "user" },
    { at: "cwd", files: [".gemini/settings.json"], format: "json", owner: "project" },
    { at: "managed", files: ["settings.json"], format: "json", owner: "managed" },
  ],
  naming: "header",
  clash: "last",
  clashText:
    "the last one read wins: extensions, then the user's directories, then the project's; .gemini before .agents",
  reads: ["name", "description"],
  reading: { dialect: "line-by-line", blankName: "kept", hyphens: ':\\/<>*?"|' },
  skips: [],
  describes: "nothing",
  unclear: { userInvocable: true, disableModelInvocation: false },
  listing: { format: "xml", spaces: "kept", escapesAngles: false },
  arguments: "none",
  order: { by: "places", inside: "descending" },
  servers: "none",
  rendering: { ...rawRendering, raw: "gemini" },
}
