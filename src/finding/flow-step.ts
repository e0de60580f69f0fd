/** One step of a value on its way from the input to where it does harm. */
export interface FlowStep {
  readonly role: "input" | "way" | "sink"
  readonly file: string
  /** Lines and columns from 1. */
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  /** The code of the step, on one line and cut to a readable length. */
  readonly text: string
}
