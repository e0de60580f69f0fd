import type { SkillTree } from "../skill/place.ts"
import { rawRendering } from "./raw-rendering.ts"
import { CODEX_POLICY_FILE, readCodexPolicy } from "./codex-policy.ts"
import type { HostProfile } from "./profile.ts"

const tree: SkillTree = {
  kind: "skills",
  depth: 6,
  insideSkills: true,
  nodeModules: true,
  rootSkill: true,
  mostFolders: 1999,
  policy: { file: CODEX_POLICY_FILE, read: readCodexPolicy },
}

export const codex: HostProfile = {
  id: "codex",
  title: "Codex",
  observed: "Codex 0.166.0",
  // One file reached twice is listed where it is read first, so this is the order of reading; `order` is that of listing.
  places: [
    { kind: "added", at: "skills-dirs", folders: [""], layout: tree },
    { kind: "project", at: "repository", folders: [".codex/skills"], layout: tree },
    { kind: "user", at: "codex-home", folders: ["skills"], layout: tree },
    { kind: "user", at: "home", folders: [".agents/skills"], layout: tree },
    {
      kind: "bundled",
      at: "codex-home",
      folders: ["skills/.system"],
      layout: { ...tree, marker: ".codex-system-skills.marker" },
    },
    { kind: "managed", at: "managed", folders: ["skills"], layout: tree },
    { kind: "project", at: "repository-down", folders: [".agents/skills"], layout: tree },
  ],
  settings: [
    { at: "codex-home", files: ["config.toml"], format: "toml", owner: "user" },
    { at: "repository", files: [".codex/config.toml"], format: "toml", owner: "project" },
    { at: "managed", files: ["config.toml"], format: "toml", owner: "managed" },
  ],
  naming: "header",
  clash: "all",
  clashText: "all copies are listed; the bare name loads none of them, a link with a path loads that copy",
  reads: ["name", "description"],
  reading: { dialect: "strict-yaml", blankName: "folder", singleSpaces: true },
  skips: ["not-utf8", "linked-file", "no-description", "name-over-64"],
  describes: "nothing",
  unclear: { userInvocable: true, disableModelInvocation: false },
  listing: {
    format: "codex",
    spaces: "single",
    entry: { characters: 1024, ending: "..." },
    budget: {
      over: "round-robin",
      share: 0.02,
      window: 272_000,
      own: [
        { name: 8, text: 570 },
        { name: 11, text: 463 },
        { name: 13, text: 106 },
        { name: 15, text: 225 },
      ],
    },
    escapesAngles: false,
  },
  arguments: "none",
  order: { by: "levels", levels: ["added", "bundled", "managed", "project", "user"] },
  servers: "none",
  rendering: { ...rawRendering, raw: "codex" },
}
