/** Lines of the file to replace: `count` of them from `line` (from 1). */
export interface LineEdit {
  readonly line: number
  readonly count: number
  readonly lines: readonly string[]
}
/** The lines after the edits; `first` is the line of the file on which `lines` begins. */
export function editLines(lines: readonly string[], edits: readonly LineEdit[], first: number): readonly string[] {
  const edited = [...lines]
  for (const edit of [...edits].sort((a, b) => b.line - a.line))
    edited.splice(edit.line - first, edit.count, ...edit.lines)
  return edited
}
