import { openState, type State } from "../state.ts"

/** The files of the project as they are after their import, each run when it is first needed. */
export interface Modules {
  /** `run` fills the state; false if the file cannot be read. */
  readonly of: (file: string, run: (state: State) => boolean) => State | undefined
  /** Before another file is analysed. */
  readonly begin: () => void
}

/** So many are kept for the next files. */
const MOST_KEPT = 100

/**
 * Files that import each other in a circle are seen differently by each of them, so they are kept only while one file is
 * analysed: what was analysed before changes nothing.
 */
export function openModules(): Modules {
  const states = new Map<string, State | undefined>()
  const underWay: string[] = []
  const inCircle = new Set<string>()
  return {
    of(file, run) {
      if (states.has(file)) {
        const from = inCircle.has(file) ? 0 : underWay.indexOf(file)
        if (from !== -1) for (const one of underWay.slice(from)) inCircle.add(one)
        return states.get(file)
      }
      const state = openState(file, undefined)
      states.set(file, state)
      underWay.push(file)
      const isRead = run(state)
      underWay.pop()
      if (!isRead) states.set(file, undefined)
      state.isDone = true
      return isRead ? state : undefined
    },
    begin() {
      for (const file of inCircle) states.delete(file)
      inCircle.clear()
      if (states.size > MOST_KEPT) states.clear()
    },
  }
}
