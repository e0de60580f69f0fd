/** The steps that an analysis may take: a number per file, and a number per run of a function. */
export interface Fuel {
  /** False if none are left, for this run or for the file. */
  readonly spend: () => boolean
  /** Whether the run has steps left. */
  readonly isLeft: () => boolean
  /** Begins a run; false if the file has no steps left for one. */
  readonly begin: (steps: number) => boolean
  /** Whether a run had to stop early. */
  readonly ranOut: () => boolean
}

const STEPS_A_BEAT = 256

export function openFuel(steps: number, beat: () => void): Fuel {
  let ofFile = steps
  let ofRun = 0
  let hasRunOut = false
  const runsOut = (): false => {
    hasRunOut = true
    return false
  }
  return {
    spend() {
      if (ofRun <= 0 || ofFile <= 0) return runsOut()
      ofRun--
      ofFile--
      if (ofFile % STEPS_A_BEAT === 0) beat()
      return true
    },
    isLeft: () => ofRun > 0 && ofFile > 0,
    begin(run) {
      ofRun = run
      return ofFile > 0 || runsOut()
    },
    ranOut: () => hasRunOut,
  }
}
