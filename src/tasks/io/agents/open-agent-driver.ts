import type { DriverName } from "../../../settings/agent-settings.ts"
import { openAgents } from "../../../run/io/agents/open-agents.ts"
import type { Session } from "../../../catalog/io/session/open-session.ts"
import type { Runs } from "../../../run/io/open-runs.ts"
import type { Wake } from "../open-wake.ts"
import type { Working } from "./ask-agent.ts"

export interface AgentTools {
  readonly wake: Wake
  readonly skillet: Session
  readonly runs: Runs
  readonly told: (sentence: string) => void
}

/** Opens the driver that an agent was spawned with. */
export function openAgentDriver({ wake, skillet, runs, told }: AgentTools): Working["open"] {
  return ({ work: { kind, program, worktrees }, agent }, heard) =>
    openAgents(skillet, runs, {
      agent: kind as DriverName,
      program,
      worktrees,
      env: { ...(wake.options.env ?? process.env), SKILLET_AGENT: agent },
      told,
      heard: (_request, event) => heard(event),
      keepsRaw: true,
    })
}
