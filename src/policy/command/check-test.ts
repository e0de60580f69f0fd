import { type ShellWord, staticText } from "../../shell/reading/words/shell-word.ts"

/**
 * Why `[ … ]` or `test` may do more than compare, or undefined. `-v` and `-R` evaluate a subscript, so no word that is
 * only known while running may stand where it could become one of them.
 */
export function testFault(words: readonly ShellWord[]): string | undefined {
  const name = staticText(words[0] ?? { raw: "", pieces: [] })
  const last = words.at(-1)
  const closed = name === "[" && last !== undefined && staticText(last) === "]"
  const inner = words.slice(1, closed ? -1 : undefined)
  const texts = inner.map((word) => staticText(word))
  for (const [at, text] of texts.entries()) {
    if ((text === "-v" || text === "-R") && !/^[A-Za-z_]\w*$/.test(texts[at + 1] ?? "]")) {
      return `[ ${text} … ] evaluates a subscript: give it a plain name`
    }
  }
  if (texts.every((text) => text !== undefined)) return undefined
  if (
    inner.some((word) =>
      word.pieces.some((piece) => piece.kind === "value" && !piece.quoted && piece.from.kind !== "number"),
    )
  ) {
    return 'a value in [ … ] is not quoted: write "$name"'
  }
  return isSimple(texts) ? undefined : "[ … ] compares too much at once: use one comparison in each, joined with &&"
}

const UNARY = /^-[abcdefghknoprstuwxzGLNOS]$/
const BINARY = /^(?:==?|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/

/** One operand, an operator and one, or one, an operator and another; perhaps negated. */
function isSimple(texts: readonly (string | undefined)[]): boolean {
  const [first, second] = texts
  if (first === "!" && texts.length > 1) return isSimple(texts.slice(1))
  if (texts.length <= 1) return true
  if (texts.length === 2) return first !== undefined && UNARY.test(first)
  return texts.length === 3 && second !== undefined && BINARY.test(second)
}
