import { diffArrays } from "diff"

/** Lines `from` to `to` of the base are replaced. */
interface Edit {
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
}

/**
 * Merges two changes of one text, line by line. Undefined if both change the same lines, or lines next to each other, in
 * different ways: nobody's change is ever dropped.
 */
export function mergeLines(base: string, mine: string, theirs: string): string | undefined {
  const lines = splitLines(base)
  const edits = joinEdits(listEdits(lines, splitLines(mine)), listEdits(lines, splitLines(theirs)))
  if (edits === undefined) return undefined
  const merged: string[] = []
  let at = 0
  for (const { from, to, lines: replaced } of edits) {
    merged.push(...lines.slice(at, from), ...replaced)
    at = to
  }
  return [...merged, ...lines.slice(at)].join("")
}

function splitLines(text: string): readonly string[] {
  return text.split(/(?<=\n)/)
}

function listEdits(base: readonly string[], other: readonly string[]): readonly Edit[] {
  const edits: Edit[] = []
  let at = 0
  for (const { added, removed, value } of diffArrays([...base], [...other])) {
    const last = edits.at(-1)
    const from = at
    if (!added) at += value.length
    if (!added && !removed) continue
    const edit = { from, to: at, lines: added ? value : [] }
    if (last === undefined || last.to !== from) edits.push(edit)
    else edits[edits.length - 1] = { from: last.from, to: edit.to, lines: [...last.lines, ...edit.lines] }
  }
  return edits
}

/** Both lists in one, in the order of the base; undefined if two of them meet and differ. */
function joinEdits(mine: readonly Edit[], theirs: readonly Edit[]): readonly Edit[] | undefined {
  const all = [...mine, ...theirs].sort((a, b) => a.from - b.from || a.to - b.to)
  const joined: Edit[] = []
  for (const edit of all) {
    const last = joined.at(-1)
    if (last === undefined || last.to < edit.from) joined.push(edit)
    else if (!isSame(last, edit)) return undefined
  }
  return joined
}

function isSame(a: Edit, b: Edit): boolean {
  return a.from === b.from && a.to === b.to && a.lines.join("") === b.lines.join("")
}
