import { readComposed, readTaskParams } from "../composite-workflow.ts"
import { toListedStatus } from "../state/orchestration-state.ts"
import type { Runs } from "../../run/io/open-runs.ts"

export interface ListedTask {
  readonly task_id: string
  readonly skill: string
  readonly status: ReturnType<typeof toListedStatus>
  readonly step: string
  readonly query: string
  readonly updated: string
}

/** The jobs of this project, or of all on this machine, newest first. */
export async function listTasks({ engine, project }: Runs, isAll: boolean): Promise<readonly ListedTask[]> {
  const runs = await engine.store.runs(isAll ? {} : { project })
  const tasks: ListedTask[] = []
  for (const run of runs) {
    const query = readTaskParams(run.params)?.query
    if (query === undefined || readComposed(await engine.definitions.find(run.definition)) === undefined) continue
    const { id, workflow, step, updated } = run
    const task = { task_id: id, skill: workflow, status: toListedStatus(run), step, query }
    tasks.push({ ...task, updated: new Date(updated).toISOString() })
  }
  return tasks
}
