import type { DeletedSchedule } from "../../../schedule/io/change-schedules.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import type { Io } from "../../output.ts"
import { renderHint } from "../../render-hint.ts"

/** Says that a schedule will not start again, and which of its runs is still under way. */
export function printDeleted(
  { schedule, running }: DeletedSchedule,
  word: "deleted" | "cancelled",
  { io, json }: { readonly io: Io; readonly json: boolean },
): void {
  if (json) return io.json({ schedule, running: running ?? null })
  io.out(`${schedule.id} is ${word} and will not start again.`)
  noteRunning(running, io)
}

/** A run that has begun continues, whatever happens to its schedule. */
export function noteRunning(running: string | undefined, io: Io): void {
  if (running === undefined) return
  const hint = `skillet run cancel ${toVisibleLine(running)} stops it.`
  io.err(`Its run ${toVisibleLine(running)} is still under way.\n  ${renderHint(hint, io)}`)
}
