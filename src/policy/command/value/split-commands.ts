/** A command line cut into its simple commands and their words, after quote removal; without following expansions. */
export interface SplitCommand {
  readonly words: readonly string[]
  /** Files it is redirected from or to. */
  readonly targets: readonly string[]
}

/** Cuts a command line by quotes, blanks and operators alone: enough to see in which word a value is. */
export function splitCommands(text: string): readonly SplitCommand[] {
  const commands: { words: string[]; targets: string[] }[] = []
  let words: string[] = []
  let targets: string[] = []
  let word: string | undefined
  let isTarget = false
  const endWord = () => {
    if (word === undefined) return
    if (isTarget) targets.push(word)
    else words.push(word)
    word = undefined
    isTarget = false
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ""
    if (character === "\\") word = `${word ?? ""}${text[++at] ?? ""}`
    else if (character === "'" || character === '"') {
      const end = endOfQuote(text, at)
      const inside = text.slice(at + 1, end)
      word = `${word ?? ""}${character === '"' ? inside.replace(/\\([\\"$`])/g, "$1") : inside}`
      at = end
    } else if (/[ \t]/.test(character)) endWord()
    else if (/[<>]/.test(character)) {
      endWord()
      isTarget = true
    } else if (/[;&|\n()]/.test(character)) {
      endWord()
      if (words.length + targets.length > 0) commands.push({ words, targets })
      ;[words, targets] = [[], []]
    } else word = `${word ?? ""}${character}`
  }
  endWord()
  if (words.length + targets.length > 0) commands.push({ words, targets })
  return commands
}

function endOfQuote(text: string, from: number): number {
  const quote = text[from]
  for (let at = from + 1; at < text.length; at++) {
    if (quote === '"' && text[at] === "\\") at++
    else if (text[at] === quote) return at
  }
  return text.length
}
