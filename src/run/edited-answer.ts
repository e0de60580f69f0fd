/** What a fork takes over instead of an answer of its source: a person changed its text. */
export interface EditedAnswer {
  readonly step: string
  readonly round: number
  readonly item: string
  readonly text: string
  readonly by: string
}
