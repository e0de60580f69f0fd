/** Where a host reads hooks from. */
export interface HookFile {
  readonly title: string
  /** Moves the user's directory. */
  readonly variable: string
  readonly folder: string
  readonly name: string
  /** The file of a project that is not shared, if the host reads one. */
  readonly local?: string | undefined
  /** The file with the hooks of our plugin, below the host's directory. */
  readonly plugin?: string | undefined
  readonly notes: readonly string[]
}

export const hookFiles: Readonly<Record<"claude" | "codex", HookFile>> = {
  claude: {
    title: "Claude Code",
    variable: "CLAUDE_CONFIG_DIR",
    folder: ".claude",
    name: "settings.json",
    local: "settings.local.json",
    plugin: "skills/skillet/hooks/hooks.json",
    notes: [],
  },
  codex: {
    title: "Codex",
    variable: "CODEX_HOME",
    folder: ".codex",
    name: "hooks.json",
    notes: ["Codex skips hooks that were not trusted. Trust them there once."],
  },
}
