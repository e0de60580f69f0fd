/** An event of a host that we hook into. */
export interface WantedHook {
  readonly event: string
  /** Which cases of the event, as the host writes them. */
  readonly matcher?: string | undefined
}

/** Where a host reads hooks from, and which. */
export interface HookFile {
  readonly title: string
  /** Moves the user's directory, or the home directory that it is in. */
  readonly variable: string
  readonly moves: "folder" | "home"
  readonly folder: string
  readonly name: string
  /** The file of a project that is not shared, if the host reads one. */
  readonly local?: string | undefined
  /** The file with the hooks of our plugin, below the host's directory. */
  readonly plugin?: string | undefined
  readonly events: readonly WantedHook[]
  /** The event with which the main thread can be restricted, if the host has one. */
  readonly restricting?: WantedHook | undefined
  /** What else an entry says: always how long the host waits, in its own unit. */
  readonly entry: { readonly timeout: number; readonly name?: string }
  /** What follows the program and the event in the command. */
  readonly tail: string
  readonly notes: readonly string[]
}

export type HookHost = "claude" | "codex" | "gemini"

/** Longer than any hook takes, unless it hangs; the host goes on without it then. */
const SECONDS = 10

const usual: Pick<HookFile, "events" | "restricting" | "entry" | "tail"> = {
  events: [
    { event: "SessionStart", matcher: "startup|resume|compact|clear" },
    { event: "UserPromptSubmit" },
    { event: "PreCompact" },
    { event: "PostCompact" },
    { event: "SubagentStart" },
    { event: "SessionEnd" },
  ],
  restricting: { event: "PreToolUse", matcher: "*" },
  entry: { timeout: SECONDS },
  tail: "",
}

export const hookFiles: Readonly<Record<HookHost, HookFile>> = {
  claude: {
    ...usual,
    title: "Claude Code",
    variable: "CLAUDE_CONFIG_DIR",
    moves: "folder",
    folder: ".claude",
    name: "settings.json",
    local: "settings.local.json",
    plugin: "skills/skillet/hooks/hooks.json",
    notes: [],
  },
  codex: {
    ...usual,
    title: "Codex",
    variable: "CODEX_HOME",
    moves: "folder",
    folder: ".codex",
    name: "hooks.json",
    notes: ["Codex skips hooks that were not trusted. Trust them there once."],
  },
  gemini: {
    title: "Gemini CLI",
    variable: "GEMINI_CLI_HOME",
    moves: "home",
    folder: ".gemini",
    name: "settings.json",
    events: [{ event: "BeforeAgent" }, { event: "PreCompress" }, { event: "SessionEnd" }],
    entry: { name: "skillet", timeout: SECONDS * 1000 },
    // Any exit code above 1, such as that of a missing program, blocks the prompt. When the time is over, Gemini CLI ends
    // only the shell, and goes on waiting for what the shell started.
    tail: " --host gemini <&0 & p=$!; trap 'kill -9 $p' TERM; wait $p || exit 0",
    notes: ["Gemini CLI runs the hooks of a project only in directories that you trusted there."],
  },
}
