/** Lines of the file to replace: `count` of them from `line` (from 1). */
export interface LineEdit {
  readonly line: number
  readonly count: number
  readonly lines: readonly string[]
}
