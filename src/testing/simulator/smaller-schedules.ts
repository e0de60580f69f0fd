import { listSmallerParts } from "./parts.ts"
import type { PlannedFault, Schedule } from "./schedule.ts"

/** Every schedule that is one step simpler, largest reductions first. */
export function listSmallerSchedules(schedule: Schedule): readonly Schedule[] {
  const { drivers, atOnce, workflow, restless, budget, cancelAfter } = schedule
  return [
    ...fewerFaults(schedule),
    ...(drivers > 1 ? [{ ...schedule, drivers: drivers - 1 }] : []),
    ...("parts" in workflow
      ? listSmallerParts(workflow.parts).map((parts): Schedule => ({ ...schedule, workflow: { parts } }))
      : []),
    ...(budget === undefined ? [] : [{ ...schedule, budget: undefined }]),
    ...(cancelAfter === undefined ? [] : [{ ...schedule, cancelAfter: undefined }]),
    ...(atOnce > 1 ? [{ ...schedule, atOnce: 1 }] : []),
    ...(restless > 0 ? [{ ...schedule, restless: 0 }] : []),
  ]
}

function fewerFaults(schedule: Schedule): readonly Schedule[] {
  const { faults } = schedule
  if (!isListed(faults)) return []
  const half = Math.ceil(faults.length / 2)
  const halves = faults.length > 2 ? [faults.slice(0, half), faults.slice(half)] : []
  const without = faults.map((_, at) => faults.filter((_fault, other) => other !== at))
  return [...halves, ...without].map((fewer) => ({ ...schedule, faults: fewer }))
}

export function isListed(faults: Schedule["faults"]): faults is readonly PlannedFault[] {
  return Array.isArray(faults)
}
