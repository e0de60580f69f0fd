import type { HostId } from "../../hosts/profile.ts"
import type { ShellRunner } from "../../ports/shell-runner.ts"
import type { SkillSource } from "../../ports/skill-source.ts"
import type { UnknownLimit } from "../../policy/limits.ts"

/** Everything that decides what a session sees. All of it has a default; nothing is read from the process elsewhere. */
export interface SkilletOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Whose rules to follow; `auto` is the agent we were started from, else `open`. */
  readonly host?: HostId | "auto"
  readonly addDirs?: readonly string[]
  /** Folders that hold skills directly. */
  readonly skillsDirs?: readonly string[]
  readonly pluginDirs?: readonly string[]
  /** Files that were read or written: they make conditional skills available, and the skills of their folders. */
  readonly touched?: readonly string[]
  /** Take only these levels of folders and settings. */
  readonly levels?: readonly Level[]
  /** Act as if the agent had been started without skills: nothing is listed or found by name. */
  readonly skillsOff?: boolean
  /** The machine's own folder; anything but the usual one is for tests. */
  readonly managed?: string
  /** Whether to keep what was read between runs. */
  readonly cache?: boolean
  readonly pluginVersions?: "semver" | "mtime" | undefined
  /** Flags that `metadata.skillet-when` may name. */
  readonly flags?: readonly string[]
  /** The version of the agent, for skills that require one. */
  readonly agentVersion?: string
  /** Further sources, such as servers; they come last. */
  readonly sources?: readonly SkillSource[]
  /** What runs the commands of skills. */
  readonly shell?: ShellRunner
  /**
   * Which links of a project are followed out of it. approved, the usual: those into the user's own skills that the user
   * approved. own: all that lead there. all: every link, also a plugin's, for callers that trust all they look at.
   */
  readonly links?: "approved" | "own" | "all"
  /** Called once for each limit of the user or the machine that cannot be understood. Nothing runs because of them. */
  readonly onUnknownLimit?: (limit: UnknownLimit) => void
}

export type Level = "user" | "project" | "local"
