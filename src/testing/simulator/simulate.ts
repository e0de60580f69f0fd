import type { Schedule } from "./schedule.ts"
import { type Played, play, type Theatre } from "./play.ts"
import { listDifferences } from "./watch/describe-ending.ts"
import { ROOT } from "./world.ts"

/**
 * Plays a schedule on the real engine: the drive loop and an adapter of the store, with drivers, agents and people on a
 * stage where a seed decides who continues and what goes wrong. The end is compared with the same run without faults.
 */
export async function simulate(schedule: Schedule, theatre: Theatre = {}): Promise<Played> {
  const played = await play(schedule, theatre, true)
  if (played.broken !== undefined) return played
  const calm = { store: "memory", drivers: 1, restless: 0, faults: [], cancelAfter: undefined }
  const undisturbed = await play({ ...schedule, ...calm }, theatre, false)
  if (undisturbed.broken !== undefined) return { ...played, broken: `undisturbed: ${undisturbed.broken}` }
  const mayStop = schedule.budget !== undefined && schedule.atCeiling === "stop"
  if (mayStop && undisturbed.ending.get(ROOT)?.status === "cancelled") return played
  const mayCancel = schedule.cancelAfter !== undefined || mayStop
  const [different] = listDifferences(played.ending, undisturbed.ending, { root: ROOT, mayCancel })
  return { ...played, broken: different }
}
