/**
 * Cuts what was typed after a skill's name into arguments, as a shell would: quotes and backslashes hold words
 * together, and nothing else means anything. With a quote that is never closed, all of it is one argument.
 */
export function splitArguments(text: string, operatorsEnd: boolean): readonly string[] {
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
      continue
    }
    if (operatorsEnd && /[;|&<>\n]/.test(character)) break
    if (character === '"' || character === "'") {
      quote = character
      word ??= ""
    } else if (character === "\\" && at + 1 < text.length) word = (word ?? "") + (text[++at] ?? "")
    else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? "") + character
  }
  if (quote !== undefined) return [text]
  return word === undefined ? words : [...words, word]
}
