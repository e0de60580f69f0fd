import type { HostId, SettingsLevel } from "../../../hosts/profile.ts"
import type { ShellRunner } from "../../../shell/shell-runner.ts"
import type { SkillSource } from "../../skill-source.ts"
import type { UnknownLimit } from "../../../settings/limits.ts"

/** Everything that determines what a session sees. All of it has a default; nothing else is read from the process. */
export interface SkilletOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Whose rules to follow; `auto` is the agent that started Skillet, else `open`. */
  readonly host?: HostId | "auto"
  readonly addDirs?: readonly string[]
  /** Directories that directly contain skills. */
  readonly skillsDirs?: readonly string[]
  readonly pluginDirs?: readonly string[]
  /** Files that were read or written: they make conditional skills available, and the skills of their directories. */
  readonly touched?: readonly string[]
  /** Use only these levels of directories and settings. */
  readonly levels?: readonly SettingsLevel[]
  /** Act as if the agent had been started without skills: nothing is listed or found by name. */
  readonly skillsOff?: boolean
  /** The machine's own directory; any other than the usual one is for tests. */
  readonly managed?: string
  /** Whether to cache between runs. */
  readonly cache?: boolean
  readonly pluginVersions?: "semver" | "mtime" | undefined
  /** Flags that `metadata.skillet-when` may name. */
  readonly flags?: readonly string[]
  /** The version of the agent, for skills that require one. */
  readonly agentVersion?: string
  /** Additional sources, such as servers; they come last. */
  readonly sources?: readonly SkillSource[]
  /** Leave out the skills of MCP servers that the settings name, and start none of them. */
  readonly serversOff?: boolean
  /** What runs the commands of skills. */
  readonly shell?: ShellRunner
  /**
   * Which links of a project are followed out of it. approved (default): those into the user's own skills that the user
   * approved. own: all that lead there. all: every link, even a plugin's, for callers that trust everything they read.
   */
  readonly links?: "approved" | "own" | "all"
  /** Called once for each limit of the user or the machine that cannot be understood. Nothing runs because of them. */
  readonly onUnknownLimit?: (limit: UnknownLimit) => void
}
