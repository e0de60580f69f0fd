/** What runs a regular expression over one line. */
export interface PatternEngine {
  readonly name: string
  /** A matcher, or the reason why the pattern is refused. */
  readonly compile: (source: string, flags: string) => PatternMatcher | PatternRefusal
}

export interface PatternMatcher {
  /** The first match at or after `from`. */
  readonly find: (line: string, from: number) => Span | undefined
}

export interface Span {
  readonly index: number
  readonly length: number
}

export interface PatternRefusal {
  readonly refused: string
}
