/** Where a host reads hooks from. */
export interface HookFile {
  /** Moves the user's directory. */
  readonly variable: string
  readonly folder: string
  readonly name: string
  readonly notes: readonly string[]
}

export const hookFiles: Readonly<Record<"claude" | "codex", HookFile>> = {
  claude: { variable: "CLAUDE_CONFIG_DIR", folder: ".claude", name: "settings.json", notes: [] },
  codex: {
    variable: "CODEX_HOME",
    folder: ".codex",
    name: "hooks.json",
    notes: ["Codex skips hooks that were not trusted. Trust them there once."],
  },
}
