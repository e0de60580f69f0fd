import type { Ticked } from "../../../schedule/io/tick.ts"
import { type Due, isUnderWay, type Schedule } from "../../../schedule/schedule.ts"
import type { SkilletSchedules } from "../../../skillet/open-skillet-schedules.ts"
import { formatCount } from "../../../text/format-count.ts"
import type { Io } from "../../output.ts"
import { renderHint } from "../../render-hint.ts"
import { describeHostWork, renderDue } from "./render-schedule.ts"
import { printNotices } from "./tick.ts"

export interface StartedDue {
  /** The due time that the command made, as it is after the tick. */
  readonly due: Due
  readonly ticked: Ticked
}

/** Says in one sentence what became of the due time that a command made, and what else its tick started. */
export async function printStart(schedules: SkilletSchedules, { due, ticked }: StartedDue, io: Io): Promise<void> {
  const { schedule } = await schedules.show(due.schedule)
  printNotices(ticked, io)
  io.out(renderHint(describeStart(schedule, due, ticked), io))
  const others = ticked.worked.filter(({ schedule: id, at }) => id !== due.schedule || at !== due.at)
  for (const other of others) {
    const { times } = (await schedules.show(other.schedule)).schedule
    io.out(`${other.schedule}  ${renderDue(other, times.zone)}`)
  }
  const log = ticked.background
  const more = Math.max(0, ticked.ready - 1)
  if (log !== undefined && (more > 0 || schedule.work.agent !== "host"))
    io.out(
      `A background process does it${more === 0 ? "" : ` and ${formatCount(more, "other due time")}`} (log: ${log}).`,
    )
}

function describeStart(schedule: Schedule, due: Due, { background }: Ticked): string {
  const { id, work, times } = schedule
  if (due.state === "due" && background === undefined)
    return `It waits for its turn; skillet schedule show ${id} shows its state.`
  if (!isUnderWay(due) && due.state !== "due") return `${id}  ${renderDue(due, times.zone)}`
  if (work.agent === "host") return describeHostWork(schedule, "gets")
  if (due.state !== "running") return `The run is starting; skillet schedule show ${id} shows how it goes.`
  return `The run ${due.run} is under way; skillet run show ${due.run} shows how it goes.`
}
