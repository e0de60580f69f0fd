import type { AgentDriver, AgentEvent, AgentRequest } from "../agents/agent-driver.ts"
import type { Progress } from "../run/drive/drive-settings.ts"
import type { Budget } from "../run/model.ts"
import type { DriverName, WorktreeMode } from "../settings/agent-settings.ts"
import { stalledError } from "../run/drive/find-what-waits.ts"
import { openAgents } from "../run/io/agents/open-agents.ts"
import { driveRun, setCeilings } from "../run/io/drive-run.ts"
import { settleRun } from "../run/io/report-step.ts"
import type { Resources } from "./open-resources.ts"

export interface RunDriving {
  /** One of the machine's agents by name, or any driver. `host`: nobody is asked, only gate commands run. */
  readonly agent: DriverName | AgentDriver
  readonly program?: string | undefined
  readonly worktrees?: WorktreeMode | undefined
  readonly atOnce?: number | undefined
  readonly budget?: Budget | undefined
  /** Who sets the budget. */
  readonly by?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((at: Progress) => void) | undefined
  readonly told?: ((sentence: string) => void) | undefined
  readonly heard?: ((request: AgentRequest, event: AgentEvent) => void) | undefined
}

/** Drives a run. A run in which nothing can continue is an error. */
export async function driveWithAgents(resources: Resources, run: string, how: RunDriving): Promise<void> {
  const [session, runs] = [await resources.session(), await resources.runs()]
  const { budget = {}, by = "library", atOnce, signal, progress } = how
  await setCeilings(runs, { run, budget, by })
  const driver = await openDriver(resources, how)
  if (driver === undefined) return settleRun(runs, run, resources.options)
  const driven = await driveRun(session, runs, {
    run,
    driver,
    atOnce,
    ...(signal && { signal }),
    ...(progress && { progress }),
  })
  if (driven.kind === "stalled") throw stalledError(run, driven.waitsFor)
}

/** The driver that was given, or the one of that name; undefined for `host`. */
export async function openDriver(
  resources: Resources,
  { agent, program, worktrees, told, heard }: Omit<RunDriving, "progress">,
): Promise<AgentDriver | undefined> {
  if (typeof agent !== "string") return agent
  const wanted = { agent, program, worktrees, env: resources.env, told, heard }
  return openAgents(await resources.session(), await resources.runs(), wanted)
}
