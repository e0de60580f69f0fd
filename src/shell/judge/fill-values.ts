import { findQuoteContext, quoteValue } from "./quote-context.ts"
import { findCodeInputFault, findPlacementFault } from "./find-placement-fault.ts"

/** A part of a command: text of its author, or a value that somebody else chose. */
export type FilledPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly text: string }

export type FilledCommand = { readonly command: string } | { readonly wrong: string }

/**
 * A command with values inserted, each as one word or a part of one, or why that is impossible. It makes the same
 * guarantees as `findValueFault` with a simpler check: if a value could be evaluated, be stored in a variable, or become a
 * command, an option or the name of a file to write, nothing is inserted.
 */
export function fillValues(parts: readonly FilledPart[]): FilledCommand {
  const values = parts.filter(({ kind }) => kind === "value")
  const marks = values.map((_, at) => `skilletargument${at}end`)
  const filled = join(parts, (value) => value)
  const marked = join(parts, (_, at) => marks[at] ?? "")
  if ("wrong" in filled) return filled
  if ("wrong" in marked) return marked
  const fault = linesFault(
    marked.command,
    values.map(({ text }, at) => ({ text, mark: marks[at] ?? "" })),
  )
  return fault === undefined ? filled : { wrong: fault }
}

function join(parts: readonly FilledPart[], writeText: (value: string, at: number) => string): FilledCommand {
  let command = ""
  let at = 0
  for (const part of parts) {
    if (part.kind === "text") {
      command += part.text
      continue
    }
    const text = writeText(part.text, at++)
    const context = findQuoteContext(command)
    if (context === "nowhere" || text.includes("\0"))
      return { wrong: "a value is used where it cannot be inserted safely" }
    const isTested =
      text === "" &&
      context === "plain" &&
      /(?:^|[;&|(!]|\b(?:if|then|while|until|do|else))\s*(?:test|\[)\s[^;&|]*$/.test(command)
    command += isTested ? "''" : quoteValue(context, text)
  }
  return { command: command.trim() }
}

/** Words that begin a construct whose other words do not belong to a program. */
const CONSTRUCT = /^(?:for|case|select|function|coproc|time|\[\[|\(\(|let|in)$/
const KEYWORD = /^(?:if|then|elif|else|while|until|do|!|\{)$/

function linesFault(
  marked: string,
  values: readonly { readonly text: string; readonly mark: string }[],
): string | undefined {
  const has = (text: string) => values.find(({ mark }) => text.includes(mark))
  const commands = splitCommands(marked)
  for (const { words, targets } of commands) {
    if (targets.some((target) => has(target) !== undefined))
      return "a value determines which file is read or written: name the file explicitly"
    if (!words.some((word) => has(word) !== undefined)) continue
    const start = words.findIndex((word) => !KEYWORD.test(word))
    const own = words.slice(start)
    const program = own.findIndex((word) => !/^[A-Za-z_]\w*\+?=/.test(word))
    if (CONSTRUCT.test(own[0] ?? "")) return "a value is used where it cannot be inserted safely"
    if (own.slice(0, program === -1 ? own.length : program).some((word) => has(word) !== undefined))
      return "a value would be stored in a variable: use it directly where it is needed"
    const fault = wordsFault(own.slice(program), has)
    if (fault !== undefined) return fault
  }
  if (values.some(({ mark }) => !commands.some(({ words }) => words.some((word) => word.includes(mark)))))
    return "a value is used where it cannot be inserted safely"
  return findCodeInputFault(commands.map(({ words }) => words))
}

function wordsFault(
  words: readonly string[],
  has: (text: string) => { readonly text: string; readonly mark: string } | undefined,
): string | undefined {
  for (const [at, word] of words.entries()) {
    const value = has(word)
    if (value === undefined) continue
    const begins = word.replace(value.mark, () => value.text)
    const isLead = word.startsWith(value.mark) || /^-{1,2}skilletargument/.test(word)
    const fault = findPlacementFault({ words, at, begins: isLead ? begins : undefined })
    if (fault !== undefined) return fault
  }
  return undefined
}

/** A command line split into its simple commands and their words, after quote removal; expansions are not followed. */
export interface SplitCommand {
  readonly words: readonly string[]
  /** Files it is redirected from or to. */
  readonly targets: readonly string[]
}

/** Splits a command line only by quotes, blanks and operators: enough to see which word contains a value. */
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
