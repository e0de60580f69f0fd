/** What findings are commonly about. A cue speaks for its kind when all of its words are in one sentence. */
export interface IssueKind {
  readonly kind: string
  readonly cues: readonly string[]
  /** Its numbers in the list of common weaknesses (CWE). */
  readonly cwes: readonly number[]
}

/** Cues stand between bars. They name the fault itself: what it leads to is left out, many faults lead to the same. */
export function kind(name: string, cues: string, ...cwes: readonly number[]): IssueKind {
  return { kind: name, cues: cues.split("|").map((cue) => cue.trim()), cwes }
}
