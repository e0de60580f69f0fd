import type { SkillTree } from "../skill/place.ts"
import type { HostProfile } from "./profile.ts"

const tree: SkillTree = { kind: "skills", depth: 6, anyCase: true, dotFolders: true }

/** No agent's own rules: the order people expect, reading what most agents read. */
export const open: HostProfile = {
  id: "open",
  title: "open",
  observed: "the open order: managed, project, user, plugin, bundled, commands",
  places: [
    { kind: "managed", at: "managed", folders: [".agents/skills", ".claude/skills"], layout: tree },
    { kind: "added", at: "skills-dirs", folders: [""], layout: { ...tree, rootSkill: true } },
    { kind: "project", at: "project", folders: [".agents/skills", ".claude/skills"], layout: { ...tree, flat: true } },
    { kind: "added", at: "added", folders: [".agents/skills", ".claude/skills"], layout: { ...tree, flat: true } },
    { kind: "project", at: "nested", folders: [".agents/skills", ".claude/skills"], layout: tree },
    { kind: "user", at: "home", folders: [".agents/skills"], layout: { ...tree, flat: true } },
    { kind: "user", at: "config", folders: ["skills"], layout: { ...tree, flat: true } },
    { kind: "plugin", at: "plugin-dirs", folders: [""], layout: { kind: "plugins", part: "skills" } },
    { kind: "plugin", at: "plugins", folders: ["plugins/cache"], layout: { kind: "plugins", part: "skills" } },
    { kind: "bundled", at: "bundled", folders: [""], layout: tree },
    { kind: "commands", at: "managed", folders: [".claude/commands"], layout: { kind: "commands" } },
    { kind: "commands", at: "project", folders: [".claude/commands"], layout: { kind: "commands" } },
    { kind: "commands", at: "added", folders: [".claude/commands"], layout: { kind: "commands" } },
    { kind: "commands", at: "config", folders: ["commands"], layout: { kind: "commands" } },
    { kind: "commands", at: "plugin-dirs", folders: [""], layout: { kind: "plugins", part: "commands" } },
    { kind: "commands", at: "plugins", folders: ["plugins/cache"], layout: { kind: "plugins", part: "commands" } },
  ],
  skipsIgnored: true,
  naming: "folder",
  clash: "first",
  clashText: "the first directory in the order wins; name@source reaches the others",
  skips: [],
  describes: "paragraph",
  unclear: { userInvocable: true, disableModelInvocation: false },
  listing: {
    format: "lines",
    spaces: "one-line",
    entry: { characters: 1536, ending: "…" },
    budget: { over: "bare-names", share: 0.01, charactersPerToken: 4, window: 200_000, ownCharacters: 0 },
    escapesAngles: true,
  },
  arguments: "by-body",
  order: { by: "places", inside: "letters" },
  servers: "all",
  rendering: {
    bracedNames: true,
    anyNames: false,
    fillsCode: false,
    keepsPrices: true,
    operatorsEndArguments: false,
    freeCommands: "none",
    refusesExpansions: false,
    asksForGrants: false,
    neutralises: false,
    hidesConditional: false,
  },
}
