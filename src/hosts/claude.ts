import type { SkillTree } from "../skill/place.ts"
import type { HostProfile } from "./profile.ts"

const folders: SkillTree = { kind: "skills", depth: 1, dotFolders: true, nodeModules: true }

/** A directory of skills may have plugins in it, too: of the user, and of the directory it is started in. */
const plugins = { kind: "plugins", amongSkills: true } as const

/** Its own commands and skills: a second name of a skill is none of these. */
const ownNames = `agents auto-mode-setup autocompact batch clear claude-api code-review color compact config context
  dataviz debug deep-research design design-consent design-revoke design-sync doctor effort fast fewer-permission-prompts
  focus goal heapdump init insights keybindings-help list-agents loop mcp model output-style plugin-authoring recap
  reload-plugins reload-skills rename run run-skill-generator security-review simplify team-onboarding update-config
  usage verify workflow-authoring workflow-launch-exec`.split(/\s+/)

export const claude: HostProfile = {
  id: "claude",
  title: "Claude Code",
  observed: "Claude Code 2.1.325",
  places: [
    { kind: "added", at: "skills-dirs", folders: [""], layout: { ...folders, rootSkill: true } },
    { kind: "managed", at: "managed", folders: [".claude/skills"], layout: folders },
    { kind: "user", at: "config", folders: ["skills"], layout: folders },
    { kind: "project", at: "project", folders: [".claude/skills"], layout: folders },
    { kind: "added", at: "added", folders: [".claude/skills"], layout: folders },
    { kind: "project", at: "nested", folders: [".claude/skills"], layout: folders },
    { kind: "commands", at: "managed", folders: [".claude/commands"], layout: { kind: "commands" } },
    { kind: "commands", at: "config", folders: ["commands"], layout: { kind: "commands" } },
    { kind: "commands", at: "project", folders: [".claude/commands"], layout: { kind: "commands" } },
    { kind: "commands", at: "added", folders: [".claude/commands"], layout: { kind: "commands" }, unscoped: true },
    { kind: "plugin", at: "plugin-dirs", folders: [""], layout: { kind: "plugins", part: "commands" } },
    { kind: "plugin", at: "config", folders: ["skills"], layout: { ...plugins, part: "commands" } },
    { kind: "plugin", at: "cwd", folders: [".claude/skills"], layout: { ...plugins, part: "commands" } },
    { kind: "plugin", at: "plugins", folders: ["plugins/cache"], layout: { kind: "plugins", part: "commands" } },
    { kind: "plugin", at: "plugin-dirs", folders: [""], layout: { kind: "plugins", part: "skills" } },
    { kind: "plugin", at: "config", folders: ["skills"], layout: { ...plugins, part: "skills" } },
    { kind: "plugin", at: "cwd", folders: [".claude/skills"], layout: { ...plugins, part: "skills" } },
    { kind: "plugin", at: "plugins", folders: ["plugins/cache"], layout: { kind: "plugins", part: "skills" } },
  ],
  skipsIgnored: true,
  settings: [
    { at: "config", files: ["settings.json"], format: "claude-settings", owner: "user", level: "user" },
    {
      at: "project-down",
      files: [".claude/settings.json"],
      format: "claude-settings",
      owner: "project",
      level: "project",
    },
    {
      at: "project-down",
      files: [".claude/settings.local.json"],
      format: "claude-settings",
      owner: "project",
      level: "local",
    },
    { at: "managed", files: ["managed-settings.json"], format: "claude-settings", owner: "managed" },
  ],
  settingsVariables: [{ variable: "SLASH_COMMAND_TOOL_CHAR_BUDGET", holds: "listing-characters" }],
  naming: "folder",
  ownNames,
  clash: "first",
  clashText:
    "managed, then user, then project; any skill beats any command; skills of subdirectories and added directories get a prefix",
  scopedNote:
    ' (scoped to {scope}/ — use this instead of the unscoped "{name}" skill when the files being changed are under {scope}/)',
  nestedNote: " (from {scope}/.claude/skills — applies when working on files under {scope}/)",
  reads: [
    "name",
    "description",
    "when_to_use",
    "allowed-tools",
    "disallowed-tools",
    "argument-hint",
    "arguments",
    "model",
    "effort",
    "context",
    "agent",
    "background",
    "hooks",
    "paths",
    "shell",
    "version",
    "disable-model-invocation",
    "user-invocable",
  ],
  reading: { dialect: "quoted-yaml", others: true, blankName: "folder" },
  skips: [],
  everything: "lone-stars",
  offBy: ["CLAUDE_CODE_SIMPLE"],
  describes: "line",
  hidesUndescribed: "plugins",
  unclear: { userInvocable: false, disableModelInvocation: false },
  listing: {
    format: "lines",
    spaces: "replaced",
    entry: { characters: 1536, ending: "…" },
    budget: { over: "bare-names", share: 0.01, charactersPerToken: 4, window: 200_000, ownCharacters: 6067 },
    escapesAngles: true,
  },
  arguments: "from-0",
  order: { by: "places", inside: "locale", together: ["commands"] },
  servers: "prompts",
  rendering: {
    bracedNames: false,
    anyNames: true,
    fillsCode: true,
    keepsPrices: false,
    operatorsEndArguments: true,
    freeCommands: "read-only",
    refusesExpansions: true,
    asksForGrants: true,
    neutralises: true,
    hidesConditional: true,
  },
}
