import type { DriverName } from "../../../settings/agent-settings.ts"
import type { Session } from "../../../catalog/io/session/open-session.ts"
import { openAgents } from "../../../run/io/agents/open-agents.ts"
import type { Runs } from "../../../run/io/open-runs.ts"
import { openSearchPath, requireOutside } from "../../../system/programs/find-program.ts"
import { type Agent, type AgentWork, ORCHESTRATOR, type WakeRole, type Task } from "../../model.ts"
import { addTasks } from "../change-tasks.ts"
import type { Wake } from "../open-wake.ts"
import { claimName } from "./agent-log.ts"
import { requireOrchestrator } from "./find-agent.ts"
import { startWork } from "./start-work.ts"
import { makeName } from "../../../system/make-id.ts"

export interface SpawnWanted extends Pick<AgentWork, "program" | "worktrees"> {
  readonly kind: DriverName
  readonly title: string
  readonly prefix: string
  readonly role: WakeRole
  readonly skills?: readonly string[] | undefined
  readonly parent?: string | undefined
  /** The script that starts Skillet again. */
  readonly script: string
}

export interface Spawned {
  readonly agent: Agent
  readonly task: Task
}

/** Adds a task, registers an agent for it and starts its process. If the driver cannot work, nothing is added. */
export async function spawnAgent(
  { wake, skillet, runs }: { readonly wake: Wake; readonly skillet: Session; readonly runs: Runs },
  wanted: SpawnWanted,
): Promise<Spawned> {
  await requireOrchestrator(wake)
  const { kind, program, worktrees, title, role, skills, parent, script } = wanted
  const env = wake.options.env ?? process.env
  requireOutside(openSearchPath({ env, projects: [wake.cwd] }))
  const driver = await openAgents(skillet, runs, { agent: kind, program, worktrees, env })
  const name = newName(env, wanted.prefix)
  const tasks = await addTasks(wake, [{ title, status: "active", assignee: name, skills }], parent)
  const [task] = tasks as readonly [Task]
  const by = env["SKILLET_AGENT"] || ORCHESTRATOR
  const shared = { kind, program, worktrees, by, cwd: wake.cwd, task: task.id }
  const at = wake.now()
  const agent = await wake.store.putAgent(
    { ...wake.scope, agent: name },
    {
      role,
      status: "running",
      driver: driver?.name,
      work: { ...shared, turn: 1, because: "spawned", recoveries: {} },
      updated: at,
    },
  )
  await wake.store.note(wake.scope, { kind: "agent_started", agent: name, at, data: { task: task.id, turn: 1 } })
  await startWork(wake, agent, script)
  return { agent, task }
}

function newName(env: Readonly<Record<string, string | undefined>>, prefix: string): string {
  for (;;) {
    const name = makeName(prefix)
    if (claimName(env, name)) return name
  }
}
