import { openLastUsed } from "../../../text/remembered.ts"
import { openState, type State } from "../state.ts"

/** The files of the project in their state after being imported; each is run when it is first needed. */
export interface Modules {
  /** `run` fills the state; false if the file cannot be read. */
  readonly of: (file: string, run: (state: State) => boolean) => State | undefined
  /** Called before another file is analysed. */
  readonly begin: () => void
}

/** How many are kept for the next files: those that were used last. */
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
  const uses = openUses()
  const readings = openLastUsed<Reading>(MOST_IN_READINGS)

  const readAgain = ({ states: before, inCircle: circle }: Reading): void => {
    for (const [name, state] of before) if (!states.has(name)) states.set(name, state)
    for (const name of circle) inCircle.add(name)
  }

  const runNew = (file: string, run: (state: State) => boolean): State | undefined => {
    const state = openState(file, undefined)
    states.set(file, state)
    uses.forget(file)
    underWay.push(file)
    const isRead = run(state)
    underWay.pop()
    if (!isRead) states.set(file, undefined)
    state.isDone = true
    return isRead ? state : undefined
  }

  return {
    of(file, run) {
      uses.note(file, underWay.at(-1))
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
      if (states.size > MOST_KEPT) for (const file of uses.oldest(states)) states.delete(file)
      uses.begin()
    },
  }
}

interface Uses {
  /** A file is used, by the file that is being run if there is one. */
  readonly note: (file: string, by: string | undefined) => void
  /** A file is run again: what it needs is noted from now on. */
  readonly forget: (file: string) => void
  /** Which to remove so that at most `MOST_KEPT` are left. */
  readonly oldest: (kept: ReadonlyMap<string, unknown>) => readonly string[]
  readonly begin: () => void
}

/**
 * When each file was used last. A use of a file is also a use of everything that it got values from, so none of these is
 * removed before it: otherwise two versions of one file could meet in an analysis.
 */
function openUses(): Uses {
  const last = new Map<string, number>()
  const needs = new Map<string, Set<string>>()
  let now = 0
  const use = (file: string): void => {
    if (last.get(file) === now) return
    last.set(file, now)
    for (const needed of needs.get(file) ?? []) use(needed)
  }
  return {
    note(file, by) {
      use(file)
      if (by !== undefined) needs.get(by)?.add(file)
    },
    forget: (file) => void needs.set(file, new Set()),
    oldest(kept) {
      const files = [...kept.keys()].sort((a, b) => (last.get(a) ?? 0) - (last.get(b) ?? 0))
      const first = last.get(files[files.length - MOST_KEPT - 1] ?? "") ?? 0
      return files.filter((file) => (last.get(file) ?? 0) <= first)
    },
    begin: () => void now++,
  }
}
