/** The steps that an analysis may take: a number per file, and a number per run of a function. */
export interface Fuel {
  /** False if none are left, for this run or for the file. */
  readonly spend: () => boolean
  /** Whether the run has steps left. */
  readonly isLeft: () => boolean
  /** Whether the run has taken a large part of its steps. */
  readonly isLong: () => boolean
  /** Something was left out to save steps: the file counts as one on which they ran out. */
  readonly leaveOut: () => void
  /**
   * Begins a run with this many steps, or with its share of what is left if that is more and `others` runs may follow;
   * false if the file has no steps left for one.
   */
  readonly begin: (steps: number, others?: number) => boolean
  /** Whether a run had to stop early. */
  readonly ranOut: () => boolean
}

const STEPS_A_BEAT = 256
/** The part of its steps after which a run is long. */
const LARGE_PART = 1 / 4

export function openFuel(steps: number, beat: () => void): Fuel {
  let ofFile = steps
  let ofRun = 0
  let whenLong = 0
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
    isLong: () => ofRun < whenLong,
    leaveOut: () => void runsOut(),
    begin(least, others = Number.POSITIVE_INFINITY) {
      const run = Math.max(least, Math.floor(ofFile / (others + 1)))
      ofRun = run
      whenLong = run * (1 - LARGE_PART)
      return ofFile > 0 || runsOut()
    },
    ranOut: () => hasRunOut,
  }
}

/**
 * How many steps an analysis may take; `patience` times as many if few files or a change are reviewed. Steps are cheap: 16
 * times as many took a fifth more time on three projects, and a file ran out of them a fifth as often.
 */
export const STEPS = { ofFile: 1_600_000, ofModule: 200_000, ofFunction: 96_000 } as const

const MOST_PATIENT = 4
const FEW_FILES = 100

/** How many times the usual steps each of these files may take. All files of a large review share the same patience. */
export function decidePatience(files: number, isChange: boolean): number {
  if (files <= FEW_FILES) return MOST_PATIENT
  return isChange ? Math.max(1, Math.floor((MOST_PATIENT * FEW_FILES) / files)) : 1
}
