import { openRandom } from "../random.ts"
import type { PlannedFault, FaultKind, FaultPlace, Schedule } from "../schedule.ts"
import { isListed } from "../smaller-schedules.ts"

/** Which fault happens when. */
export interface FaultSource {
  /** Called each time an actor does something. */
  at(actor: string, place: FaultPlace): PlannedFault | undefined
  /** Those that happened, in order: a schedule with exactly these takes the same course. */
  readonly happened: readonly PlannedFault[]
}

/** How often a fault happens at a place, and which. */
const table: Readonly<Record<FaultPlace, readonly [number, readonly FaultKind[]]>> = {
  commit: [0.1, ["moved", "moved", "busy", "full", "die", "die-after", "die-after", "freeze", "freeze-after"]],
  claim: [0.04, ["busy", "die", "die-after", "die-after", "freeze-after", "stop"]],
  renew: [0.1, ["busy", "die", "freeze", "freeze-after"]],
  release: [0.2, ["busy", "die", "die-after", "freeze"]],
  read: [0.003, ["busy", "die", "freeze"]],
  ask: [0.3, ["late", "late", "never", "wrong", "error", "error", "twice", "twice", "freeze", "die", "stop"]],
  shell: [0.2, ["late", "late", "freeze", "die", "stop"]],
  sleep: [0.01, ["die", "freeze", "stop"]],
}

export function openFaults({ seed, faults }: Schedule): FaultSource {
  const counts = new Map<string, number>()
  const happened: PlannedFault[] = []
  const given = isListed(faults) ? new Map(faults.map((fault) => [nameFault(fault), fault])) : undefined
  const most = isListed(faults) ? 0 : faults.most
  const random = openRandom(seed, "faults")
  return {
    happened,
    at(actor, place) {
      const nth = (counts.get(`${actor} ${place}`) ?? 0) + 1
      counts.set(`${actor} ${place}`, nth)
      const [rate, kinds] = table[place]
      const fault =
        given === undefined
          ? happened.length < most && random.chance(rate)
            ? { actor, at: place, nth, what: random.pick(kinds), milliseconds: 100 + random.below(900) }
            : undefined
          : given.get(nameFault({ actor, at: place, nth }))
      if (fault !== undefined) happened.push(fault)
      return fault
    },
  }
}

function nameFault({ actor, at, nth }: Pick<PlannedFault, "actor" | "at" | "nth">): string {
  return `${actor} ${at} ${nth}`
}
