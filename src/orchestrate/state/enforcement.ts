/** What a host's hook sends before a tool is used. */
export interface ToolUse {
  readonly tool: string
  /** A sub-agent wants to use it. */
  readonly isSubAgent: boolean
  /** What it would do, for the log. */
  readonly about?: string | undefined
}

export interface Enforcement {
  /** Running jobs in this project. */
  readonly active: readonly string[]
  /** Why the jobs cannot be determined: one may then be running. */
  readonly unknown?: string | undefined
  /** A person has allowed everything for now; each use is logged. */
  readonly isBypassed?: boolean | undefined
  /** How printed commands begin, besides `skillet`. */
  readonly program?: string | undefined
}

export interface ToolDecision {
  readonly decision: "allow" | "deny"
  readonly reason: string
  /** A line for the log, if something passed that would have been denied. */
  readonly log?: string | undefined
}

/** What the main thread may use while agents do the work: reading, and starting and following agents. */
const free: readonly string[] = [
  // Claude Code
  ..."Read Grep Glob LS NotebookRead ToolSearch Task Agent SendMessage ListAgents TaskOutput".split(" "),
  ..."TodoRead TodoWrite AskUserQuestion".split(" "),
  // Codex, which has no tool that only reads
  ..."spawn_agent resume_agent close_agent wait_agent send_input tool_search request_user_input view_image".split(" "),
]

/** Codex 0.166.0 calls some of its tools `multi_agent_v1wait_agent`, and others by their names alone. */
const NAMESPACE = /^multi_agent_v\d+_*/

/** A word that is harmless in a shell: not an option, or one that only selects what to print. */
const WORD =
  /[ \t]+(?:(?!['"\\]*-)|(?=--(?:json|question|answer)(?:[ \t]|$)))(?:[\w./:=@%+,-]|\\'|'[^']*'|"[^"$`\\!]*")+/.source

/** The commands with which a job continues. None of them starts a program that the caller names. */
const OWN_COMMAND = new RegExp(
  `^[ \\t]+(?:orchestrate[ \\t]+(?:advance|resume|show|list|learn)|run[ \\t]+(?:answer|current|show|list)|list|why|match)(?:${WORD})*[ \\t]*$`,
)

function isOwnCommand(line: string, program: string | undefined): boolean {
  const text = line.trim()
  return ["skillet", ...(program === undefined ? [] : [program])].some(
    (start) => text.startsWith(start) && OWN_COMMAND.test(text.slice(start.length)),
  )
}

/**
 * While a job is running the main thread may only read and dispatch: agents do the work. Sub-agents are never
 * restricted. The decision is structured; nothing depends on an exit code.
 */
export function decideTool({ tool, isSubAgent, about = "" }: ToolUse, how: Enforcement): ToolDecision {
  if (isSubAgent) return { decision: "allow", reason: "sub-agents do the work" }
  const [jobId] = how.active
  if (jobId === undefined && how.unknown === undefined) return { decision: "allow", reason: "no job is running" }
  if (free.includes(tool.replace(NAMESPACE, "")))
    return { decision: "allow", reason: "the main thread may read and start agents" }
  if (tool === "Bash" && isOwnCommand(about, how.program)) return { decision: "allow", reason: "it advances the job" }
  if (how.isBypassed === true)
    return {
      decision: "allow",
      reason: "a person bypassed the rule",
      log: JSON.stringify({ event: "bypass", task: jobId, tool, about }),
    }
  if (how.unknown !== undefined)
    return {
      decision: "deny",
      reason: `Skillet cannot tell whether a job is running (${how.unknown}), so only reading and agents are allowed. Run: skillet doctor`,
    }
  return {
    decision: "deny",
    reason: `Job ${jobId} is running: only its agents may use ${tool}. Run: ${how.program ?? "skillet"} orchestrate resume ${jobId}`,
  }
}

/** Why a tool must not be used; undefined if it may be. */
export function explainDenial({ decision, reason }: ToolDecision): string | undefined {
  return decision === "deny" ? reason : undefined
}

/** Whether a person has allowed everything for now. */
export function isBypassed(env: Readonly<Record<string, string | undefined>>): boolean {
  return env["SKILLET_BYPASS"] === "1"
}
