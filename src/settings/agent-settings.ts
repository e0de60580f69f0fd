export const agentEfforts = ["low", "medium", "high"] as const
export type AgentEffort = (typeof agentEfforts)[number]

export const agentDrivers = ["claude", "codex", "gemini", "opencode", "api", "command", "offline"] as const
export type AgentDriverName = (typeof agentDrivers)[number]

/**
 * The agents that can work on a run. `host` is the caller: nothing is started. `auto` takes the first that is
 * installed. With `workers`, other processes that share the database do the work.
 */
export const driverNames = ["host", "auto", "workers", ...agentDrivers] as const
export type DriverName = (typeof driverNames)[number]

/** Which agents are used for what, and their limits. Only the user and the machine can set this. */
export interface AgentSettings {
  /** The driver of `--agent auto`; absent: the first one that works. */
  readonly default?: AgentDriverName | undefined
  /** Drivers that are never used. */
  readonly off: readonly AgentDriverName[]
  readonly drivers: Readonly<Partial<Record<AgentDriverName, DriverSettings>>>
  /** By role, then by tier: which driver, model and effort. */
  readonly roles: Readonly<Record<string, AgentChoice>>
  readonly tiers: Readonly<Record<string, AgentChoice>>
  /** What models cost, by their names. */
  readonly prices: Readonly<Record<string, ModelPrice>>
}

export interface AgentChoice {
  readonly driver?: AgentDriverName | undefined
  readonly model?: string | undefined
  readonly effort?: AgentEffort | undefined
}

export interface DriverSettings extends DriverLimits {
  /** The path of the program, or its words for `command`. */
  readonly program?: string | undefined
  readonly model?: string | undefined
  readonly effort?: AgentEffort | undefined
  /** Names of additional variables that the agent may see. */
  readonly env?: readonly string[] | undefined
  /** In seconds. */
  readonly timeout?: number | undefined
  readonly protocol?: "anthropic" | "openai" | undefined
  readonly address?: string | undefined
  /** The name of the variable that holds the key; never the key. */
  readonly key?: string | undefined
  /** The most tokens of an answer. */
  readonly tokens?: number | undefined
}

export interface DriverLimits {
  /** How many work at the same time. */
  readonly atOnce?: number | undefined
  /** How many are started in a minute. */
  readonly perMinute?: number | undefined
  /** Dollars in a day, by UTC. */
  readonly perDay?: number | undefined
}

/** What happens to the changes of a writer in its own worktree: they are offered, or also applied to the project. */
export const worktreeModes = ["offer", "apply"] as const
export type WorktreeMode = (typeof worktreeModes)[number]

/** In dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
  /** Tokens read from a cache; absent: the same as input. */
  readonly cached?: number | undefined
}

export const noAgentSettings: AgentSettings = { off: [], drivers: {}, roles: {}, tiers: {}, prices: {} }
