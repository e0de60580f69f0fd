import { type Address, type Agent, chooseUsualRole } from "../../model.ts"
import { type ReadCell, decodeText } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"

export const AGENT = "SELECT seen, CAST(doc AS BLOB) FROM agents WHERE"

export function readAgent([seen, doc]: readonly ReadCell[]): Agent {
  return { ...(JSON.parse(decodeText(doc)) as Omit<Agent, "seen">), seen: Number(seen) }
}

export function loadAgentRow(database: Database, { project, branch, agent }: Address): Agent | undefined {
  const row = database.first(`${AGENT} project = ? AND branch = ? AND agent = ?`, [project, branch, agent])
  return row === undefined ? undefined : readAgent(row)
}

export function newAgent({ project, branch, agent }: Address): Agent {
  return { project, branch, agent, role: chooseUsualRole(agent), status: "idle", seen: 0, updated: 0 }
}

/** Stores an agent, except for what it has seen. */
export function writeAgent(database: Database, agent: Agent): Agent {
  database.write(
    "INSERT INTO agents (project, branch, agent, session, seen, doc) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (project, branch, agent) DO UPDATE SET session = excluded.session, doc = excluded.doc",
    [
      agent.project,
      agent.branch,
      agent.agent,
      agent.session ?? null,
      agent.seen,
      JSON.stringify({ ...agent, seen: undefined }),
    ],
  )
  return agent
}

/** The agent has seen messages up to this one. */
export function markSeen(database: Database, { project, branch, agent }: Address, upTo: number): void {
  database.write("UPDATE agents SET seen = max(seen, ?) WHERE project = ? AND branch = ? AND agent = ?", [
    upTo,
    project,
    branch,
    agent,
  ])
}
