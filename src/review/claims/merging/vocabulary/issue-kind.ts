/** The common subjects of findings. A cue counts for its kind if all of its words are in one sentence. */
export interface IssueKind {
  readonly kind: string
  readonly cues: readonly string[]
  /** Its numbers in the list of common weaknesses (CWE). */
  readonly cwes: readonly number[]
}

/**
 * Cues are separated by bars. They name the fault itself; its effects are left out, because many faults have the same
 * ones.
 */
export function defineIssueKind(name: string, cues: string, ...cwes: readonly number[]): IssueKind {
  return { kind: name, cues: cues.split("|").map((cue) => cue.trim()), cwes }
}
