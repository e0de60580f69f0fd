/**
 * Splits the text after a skill's name into arguments, as a shell would: quotes and backslashes keep words together,
 * and no other character is special. If a quote is never closed, the whole text is one argument. Where operators end
 * the list, more shell syntax counts: see `commandWords`.
 */
export function splitArguments(text: string, operatorsEnd: boolean): readonly string[] {
  return operatorsEnd ? commandWords(text) : (plainWords(text) ?? [text])
}

/** Undefined if a quote is never closed. */
function plainWords(text: string): readonly string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let quote: string | undefined
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ""
    if (quote !== undefined) {
      if (character === quote) quote = undefined
      else if (character === "\\" && quote === '"' && /["\\$`]/.test(text[at + 1] ?? ""))
        word = (word ?? "") + (text[++at] ?? "")
      else word = (word ?? "") + character
    } else if (character === '"' || character === "'") {
      quote = character
      word ??= ""
    } else if (character === "\\" && at + 1 < text.length) word = (word ?? "") + (text[++at] ?? "")
    else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? "") + character
  }
  if (quote !== undefined) return undefined
  return word === undefined ? words : [...words, word]
}

/**
 * The words of the first command, if the text were one, as Claude Code finds them. Assignments and `if`, `{`, `!` or a
 * test before it are not included. An operator, a comment or a substitution in backticks ends it. A variable that is a
 * whole word, and a group in parentheses, are left out unless they come first; the words of such a group are the list.
 * Double quotes keep backslashes, and from a quote that is never closed the rest is one word. If there are no words,
 * only white space separates them.
 */
function commandWords(text: string): readonly string[] {
  if ((text.split("`").length - 1) % 2 === 1) return [text]
  const command = text.replace(ASSIGNMENTS, "").replace(OPENING, "")
  const group = /^\s*\(([^)]*)/.exec(command)?.[1]
  const words = splitWords(group ?? command)
  if (words === undefined) return [text]
  const [first, ...more] = words
  if (first === undefined) return text.split(/\s+/).filter((word) => word !== "")
  return [first, ...more.filter(({ source }) => !VARIABLE.test(source))].map((word) => word.text)
}

const ASSIGNMENTS = /^\s*(?:[A-Za-z_]\w*=[^\s"'`\\;|&<>]*\s+)+(?=\S)/
const OPENING = /^\s*(?:if|\{|!|\[\[\s[^\]]*\]\]|\[\s[^\]]*\]|\[\S*)\s+(?=\S)/
const VARIABLE = /^\$\w+$/

/** How it is written, and what it stands for. */
interface Word {
  readonly source: string
  readonly text: string
}

/** Undefined if a backtick inside a word is never closed. */
function splitWords(command: string): readonly Word[] | undefined {
  const words: Word[] = []
  let word: Word | undefined
  for (let at = 0; at < command.length; ) {
    const rest = command.slice(at)
    if (/^[;|&<>\n]/.test(rest) || (word === undefined && /^[#`]/.test(rest))) break
    if (/^`[^`]*$/.test(rest)) return undefined
    const gap = GAP.exec(rest)?.[0]
    if (gap !== undefined) {
      if (word !== undefined) words.push(word)
      word = undefined
      at += gap.length
      continue
    }
    const piece = readPiece(rest)
    word = { source: (word?.source ?? "") + piece.source, text: (word?.text ?? "") + piece.text }
    at += piece.source.length
  }
  return word === undefined ? words : [...words, word]
}

/** White space, a line that continues in the next one, a group. */
const GAP = /^(?:[^\S\n]|\\\n|\([^)]*\)?)+/

function readPiece(rest: string): Word {
  const quoted = /^"((?:[^"\\]|\\[^])*)"|^'([^']*)'/.exec(rest)
  if (quoted !== null) return { source: quoted[0], text: quoted[1] ?? quoted[2] ?? "" }
  const [kept = rest.charAt(0)] = /^(?:["'][^]*|`[^`]*`|\$\([^)]*\)?)/.exec(rest) ?? []
  const escaped = /^\\([^])/.exec(rest)
  return escaped === null ? { source: kept, text: kept } : { source: escaped[0], text: escaped[1] ?? "" }
}
