import { requireParams } from "../../run/advance/start-run.ts"
import { refuseChecked } from "../../run/io/start-named.ts"
import { requireSound } from "../../workflow/check/check-workflow.ts"
import type { Schedule } from "../schedule.ts"
import type { Schedules } from "./schedules.ts"

/** What keeps a workflow from starting today is found when the schedule is added, and not when it is due. */
export async function requireWorkflow(schedules: Schedules, { work }: Schedule): Promise<void> {
  if (work.workflow === undefined) return
  const place = await schedules.openPlace(schedules.directory)
  try {
    const { workflow, problems } = await place.findWorkflow(work.workflow)
    requireSound(work.workflow, problems)
    refuseChecked(workflow)
    requireParams(workflow, work.params ?? {})
  } finally {
    await place.close()
  }
}
