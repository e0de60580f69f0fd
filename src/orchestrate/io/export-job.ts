import path from "node:path"
import { writeReportFile } from "../../system/files/write-report-file.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import { openJob } from "./open-job.ts"
import { openMemoryFolder } from "./open-memory-folder.ts"
import { showJob } from "./show-job.ts"

export interface ExportedJob {
  readonly task_id: string
  /** The whole path of the file. */
  readonly file: string
  readonly status: string
}

/** Where the protocol has its state files, from the project's top directory. */
const STATE = "skill-orchestration/state"

/** Writes the state of a job as the protocol's state file. It is a copy: nothing reads it again. */
export async function exportJob(runs: Runs, id: string, to?: string): Promise<ExportedJob> {
  const { top } = await openJob(runs, id)
  const state = await showJob(runs, id)
  const text = `${JSON.stringify(state, null, 2)}\n`
  const { task_id, status } = state
  if (to !== undefined) {
    writeReportFile(to, text, { below: top })
    return { task_id, file: to, status }
  }
  const folder = openMemoryFolder(top, STATE)
  const ignore = `${STATE}/.gitignore`
  const file = `${STATE}/skill-orchestration-${id}.json`
  if (folder.read(ignore).kind === "missing") folder.write(ignore, "*\n")
  folder.write(file, text)
  return { task_id, file: path.join(top, file), status }
}
