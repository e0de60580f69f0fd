import { findSkill } from "../../catalog/io/skills/find-skill.ts"
import { SkilletError } from "../../problem/failure.ts"
import { requireParams } from "../../run/advance/start-run.ts"
import { refuseChecked } from "../../run/io/start-named.ts"
import { requireSound } from "../../workflow/check/check-workflow.ts"
import type { Schedule } from "../schedule.ts"
import { readSlash } from "../read-slash.ts"
import type { SchedulePlace, Schedules } from "./schedules.ts"

/** What keeps the work from starting today is found when the schedule is added, and not when it is due. */
export async function requireWork(schedules: Schedules, { work }: Schedule): Promise<void> {
  const place = await schedules.openPlace(schedules.directory)
  try {
    if (work.workflow === undefined) await requireNamedSkill(work.prompt, place)
    else {
      const { workflow, problems } = await place.findWorkflow(work.workflow)
      requireSound(work.workflow, problems)
      refuseChecked(workflow)
      requireParams(workflow, work.params ?? {})
    }
  } finally {
    await place.close()
  }
}

async function requireNamedSkill(prompt: string, { session }: SchedulePlace): Promise<void> {
  const slash = readSlash(prompt)
  if (slash === undefined) return
  try {
    await findSkill(session, slash.skill)
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    throw new SkilletError(error.code, `the prompt begins with /${slash.skill}, but ${error.message}`, {
      retry: "no",
      next: `${error.next} (a prompt without a skill begins with a word, not with /)`,
    })
  }
}
