const NOT_PLAIN = /[^\x20-\x7e]/
const NO_WIDTH = /\p{Mark}|\u200c|\u200d/u
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** How many columns a text takes. */
export function textWidth(text: string): number {
  if (!NOT_PLAIN.test(text)) return text.length
  return [...text].reduce((sum, character) => sum + columnsOf(character), 0)
}

export function cutText(text: string, most: number, mark: string): string {
  if (textWidth(text) <= most) return text
  let kept = ""
  let width = mark.length
  for (const character of text) {
    width += columnsOf(character)
    if (width > most) break
    kept += character
  }
  return `${kept.trimEnd()}${mark}`
}

export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)))
}

function columnsOf(character: string): number {
  if (NO_WIDTH.test(character)) return 0
  return WIDE.test(character) ? 2 : 1
}
