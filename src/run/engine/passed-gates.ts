import type { PassedGate, RunHead } from "../model.ts"

/** The gates of a run that did not hold when a person let it pass. One that held later is not among them. */
export function passedGates({ passed = {} }: Pick<RunHead, "passed">): readonly PassedGate[] {
  return Object.values(passed)
}

const MOST_SHOWN = 10

/** What every later step and the end say of such gates. */
export function passedActions(passed: readonly PassedGate[]): readonly string[] {
  return passed.map(({ title, because, open }) => {
    const more = open.length - MOST_SHOWN
    const issues = open.slice(0, MOST_SHOWN).map((issue) => `- ${issue}`)
    const rest = more > 0 ? [`- and ${more} more`] : []
    return [`The gate "${title}" was ${because}. Do not call the work complete. Still open:`, ...issues, ...rest].join(
      "\n",
    )
  })
}
