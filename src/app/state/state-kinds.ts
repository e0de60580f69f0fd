import path from "node:path"
import { artifactFolder } from "../../adapters/sqlite/artifacts.ts"
import { agentPlaces } from "../agents/agent-places.ts"
import { ownPlaces } from "../session/places.ts"
import { databaseFile } from "../runs/files/database-file.ts"

/** What Skillet keeps on this machine, one row for each kind. */
export interface StateKind {
  readonly kind: string
  readonly paths: readonly string[]
  /** Removed by age, file by file; everything in it is made again when it is needed. */
  readonly isCache?: true
}

export function stateKinds(env: Readonly<Record<string, string | undefined>>): readonly StateKind[] {
  const { data, cache } = ownPlaces(env)
  const database = databaseFile(env)
  const agents = agentPlaces(env)
  return [
    { kind: "runs", paths: [database, `${database}-wal`, `${database}-shm`] },
    { kind: "texts", paths: [artifactFolder(database)] },
    { kind: "transcripts", paths: [agents.transcripts] },
    {
      kind: "agents",
      paths: [agents.ledger, agents.sessions, agents.logs, agents.peeks, agents.empty, agents.worktrees],
    },
    { kind: "approvals", paths: [path.join(data, "trust.json"), path.join(data, "approved")] },
    { kind: "cache", paths: [cache], isCache: true },
  ]
}
