import type { SkillPiece } from "./skill-piece.ts"

/** The pieces with these positions as Markdown, in the order of the text. */
export function renderPieces(pieces: readonly SkillPiece[], shown: ReadonlySet<number>): string {
  const open: { readonly at: number; readonly close: string }[] = []
  const blocks = new Set<number>()
  let text = ""
  let last: number | undefined
  for (const at of [...shown].sort((a, b) => a - b)) {
    const piece = pieces[at]
    if (piece === undefined) continue
    for (let tag = open.at(-1); tag !== undefined && !isUnder(pieces, at, tag.at); tag = open.at(-1)) {
      text += `\n${tag.close}`
      open.pop()
    }
    const joint = last === undefined ? "" : chooseJoint(pieces, { at, last, isBegun: blocks.has(piece.block) })
    text += `${joint}${joint.includes(" ") ? piece.text : indentText(piece)}`
    if (piece.close !== undefined) open.push({ at, close: piece.close })
    blocks.add(piece.block)
    last = at
  }
  return `${text}${open
    .map(({ close }) => `\n${close}`)
    .toReversed()
    .join("")}`
}

/** What comes between two pieces. A list stays together and directly below its label; `…` stands for sentences. */
function chooseJoint(
  pieces: readonly SkillPiece[],
  { at, last, isBegun }: { readonly at: number; readonly last: number; readonly isBegun: boolean },
): string {
  const piece = pieces[at]
  if (piece?.kind === "item" || piece?.kind === "row")
    return isBegun || piece.under === last ? listJoint(pieces, last) : "\n\n"
  if (piece?.kind !== "text" || !isBegun) return "\n\n"
  if (/^(?:\*\*|[^\p{L}\p{N}\s"'“‘`(])/u.test(piece.text)) return "\n"
  return last === at - 1 ? " " : " … "
}

/** After a heading there is an empty line. */
function listJoint(pieces: readonly SkillPiece[], last: number): string {
  return pieces[last]?.kind === "heading" ? "\n\n" : "\n"
}

function isUnder(pieces: readonly SkillPiece[], from: number, above: number): boolean {
  for (let at = pieces[from]?.under; at !== undefined; at = pieces[at]?.under) if (at === above) return true
  return false
}

function indentText({ text, indent }: SkillPiece): string {
  return indent === 0 ? text : text.replace(/^(?=.)/gm, " ".repeat(indent))
}
