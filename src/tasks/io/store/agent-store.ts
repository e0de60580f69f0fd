import type { AgentStore } from "../../store.ts"
import type { Synchronous } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"
import { AGENT, loadAgentRow, newAgent, readAgent, writeAgent } from "./agent-rows.ts"
import { beginWake, confirmWake } from "./wake-ups.ts"

export interface Watch {
  /** For tests: a point at which the process may end. */
  readonly fail?: ((moment: "before" | "after", act: string) => void) | undefined
  /** Whether the process of a holder is known to have ended. */
  readonly isGone: (holder: string) => boolean
}

export function openAgentStore(database: Database, { fail, isGone }: Watch): Synchronous<AgentStore> {
  const kept = <Result>(act: () => Result): Result => database.transaction(() => ({ result: act(), keep: true }))
  return {
    agent: (address) => loadAgentRow(database, address),
    agents: ({ project, branch }) =>
      database.all(`${AGENT} project = ? AND branch = ? ORDER BY agent`, [project, branch]).map(readAgent),
    agentOfSession: (session) => {
      const row = database.first(`${AGENT} session = ? LIMIT 1`, [session])
      return row === undefined ? undefined : readAgent(row)
    },
    putAgent: (address, change) =>
      kept(() => writeAgent(database, { ...(loadAgentRow(database, address) ?? newAgent(address)), ...change })),
    registerAgent: (address, { client, at }) =>
      kept(
        () => loadAgentRow(database, address) ?? writeAgent(database, { ...newAgent(address), client, updated: at }),
      ),
    changeAgent: (address, decide) =>
      kept(() => {
        const agent = loadAgentRow(database, address)
        const change = agent === undefined ? undefined : decide(agent)
        return agent === undefined || change === undefined ? undefined : writeAgent(database, { ...agent, ...change })
      }),
    beginWake: (wanted) => {
      const begun = kept(() => beginWake(database, wanted, isGone))
      fail?.("after", "wake")
      return begun
    },
    confirmWake: (wake, how) => {
      fail?.("before", "confirm")
      return kept(() => confirmWake(database, wake, how))
    },
  }
}
