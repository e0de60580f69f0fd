import { openLastUsed } from "../../../../text/remembered.ts"
import { openState, type State } from "../state.ts"

/** The files of the project in their state after being imported; each is run when it is first needed. */
export interface Modules {
  /** `run` fills the state; false if the file cannot be read. */
  readonly of: (file: string, run: (state: State) => boolean) => State | undefined
  /** Called before another file is analysed. */
  readonly begin: () => void
}

/** How many are kept for the next files. */
const MOST_KEPT = 100
/** How many are kept in readings of circles. */
const MOST_IN_READINGS = 150

/** Everything that was run while this file was the first of its circle. */
interface Reading {
  readonly states: ReadonlyMap<string, State | undefined>
  readonly inCircle: ReadonlySet<string>
}

/**
 * Files that import each other in a circle look different from each of them, so they are kept only while one file is
 * analysed: earlier analyses must not change the result. If a circle is entered again at the same file, before any
 * other file of it was read, the earlier reading is reused.
 */
export function openModules(): Modules {
  const states = new Map<string, State | undefined>()
  const underWay: string[] = []
  const inCircle = new Set<string>()
  const readings = openLastUsed<Reading>(MOST_IN_READINGS)

  const readAgain = ({ states: before, inCircle: circle }: Reading): void => {
    for (const [name, state] of before) if (!states.has(name)) states.set(name, state)
    for (const name of circle) inCircle.add(name)
  }

  const runNew = (file: string, run: (state: State) => boolean): State | undefined => {
    const state = openState(file, undefined)
    states.set(file, state)
    underWay.push(file)
    const isRead = run(state)
    underWay.pop()
    if (!isRead) states.set(file, undefined)
    state.isDone = true
    return isRead ? state : undefined
  }

  return {
    of(file, run) {
      if (states.has(file)) {
        const from = inCircle.has(file) ? 0 : underWay.indexOf(file)
        if (from !== -1) for (const one of underWay.slice(from)) inCircle.add(one)
        return states.get(file)
      }
      if (underWay.length > 0 || inCircle.size > 0) return runNew(file, run)
      const before = readings.get(file)
      if (before !== undefined) {
        readAgain(before)
        return states.get(file)
      }
      const known = new Set(states.keys())
      const state = runNew(file, run)
      const added = new Map([...states].filter(([name]) => !known.has(name)))
      if (inCircle.size > 0) readings.put(file, { states: added, inCircle: new Set(inCircle) }, added.size)
      return state
    },
    begin() {
      for (const file of inCircle) states.delete(file)
      inCircle.clear()
      if (states.size > MOST_KEPT) states.clear()
    },
  }
}
