import { estimateTokens } from "../../../text/estimate-tokens.ts"
import { numberLines } from "./cut-into-pieces.ts"

/** A file that is not under review but is imported by one that is. It is shown so that its use can be judged. */
export interface Neighbour {
  readonly path: string
  /** The whole file, only its signatures, or only its name. */
  readonly view: "whole" | "signatures" | "name"
  readonly text: string
}

interface Text {
  readonly path: string
  readonly text: string
}

/**
 * The files that these files import, most used first, in at most so many tokens. Files that do not fit are named only.
 */
export function chooseNeighbours(
  importing: readonly (readonly string[])[],
  find: (path: string) => Text | undefined,
  room: number,
): readonly Neighbour[] {
  const uses = new Map<string, number>()
  for (const path of importing.flat()) uses.set(path, (uses.get(path) ?? 0) + 1)
  const ordered = [...uses].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MOST_SHOWN)
  let left = room
  return ordered.flatMap(([path]) => {
    const file = find(path)
    if (file === undefined) return []
    const shown = showNeighbour(file, left)
    left -= shown.view === "name" ? 0 : estimateTokens(shown.text)
    return [shown]
  })
}

/** No more files than this are shown or named, and no more declarations of one. */
export const MOST_SHOWN = 60

/** One file takes at most half of the remaining room, so that others fit too. */
function showNeighbour({ path, text }: Text, left: number): Neighbour {
  const fits = (shown: string) => shown.length <= left * 4 && estimateTokens(shown) <= left / 2
  const lines = text.split("\n")
  const whole = numberLines(lines, [{ line: 1, endLine: lines.length }])
  if (fits(whole)) return { path, view: "whole", text: whole }
  const spans = lines.flatMap((line, at) => (SIGNATURE.test(line) ? [{ line: at + 1, endLine: at + 1 }] : []))
  const signatures = numberLines(lines, spans.slice(0, MOST_SHOWN))
  return spans.length > 0 && fits(signatures)
    ? { path, view: "signatures", text: signatures }
    : { path, view: "name", text: "" }
}

const SIGNATURE =
  /^[ \t]{0,8}(?:export\b|(?:async\s+)?def\b|class\b|func\b|pub\b|public\b|interface\b|(?:async\s+)?function\b|module\.exports\b|exports\.)/
