import { readComposed, readJobParams } from "../composite-workflow.ts"
import { toListedStatus } from "../state/orchestration-state.ts"
import type { Runs } from "../../run/io/open-runs.ts"

export interface ListedJob {
  readonly task_id: string
  readonly skill: string
  readonly status: ReturnType<typeof toListedStatus>
  readonly step: string
  readonly query: string
  readonly updated: string
}

export interface JobFilter {
  /** Of all projects on this machine (default: only of this one). */
  readonly isAll?: boolean | undefined
  /** Only those that are still running. The others are not even read. */
  readonly isRunning?: boolean | undefined
}

/** The jobs of this project, or of all on this machine, newest first. */
export async function listJobs({ engine, project }: Runs, filter: JobFilter = {}): Promise<readonly ListedJob[]> {
  const runs = await engine.store.runs({
    project: filter.isAll === true ? undefined : project,
    status: filter.isRunning === true ? "running" : undefined,
  })
  const jobs: ListedJob[] = []
  for (const run of runs) {
    const query = readJobParams(run.params)?.query
    if (query === undefined || readComposed(await engine.definitions.find(run.definition)) === undefined) continue
    const { id, workflow, step, updated } = run
    const job = { task_id: id, skill: workflow, status: toListedStatus(run), step, query }
    jobs.push({ ...job, updated: new Date(updated).toISOString() })
  }
  return jobs
}
