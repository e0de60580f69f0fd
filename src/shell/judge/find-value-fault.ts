import type { CommandReading } from "../reading/script-reader.ts"
import { readCommand } from "../reading/read-command.ts"
import { readCertainStart, type ShellWord, type SimpleCommand, readStaticWord } from "../reading/words/shell-word.ts"
import { isReadOnlyProgram } from "./options/programs/find-entry.ts"
import { toProgramName, maySetVariables } from "./options/programs/runners.ts"
import type { CommandJudgement } from "./decide-command.ts"
import { findCodeInputFault, findPlacementFault } from "./find-placement-fault.ts"

/** A value that was inserted into a command. */
export interface PlacedValue {
  readonly text: string
  /** It came from outside, as an argument. Otherwise it is one of our own paths or names. */
  readonly isOutside: boolean
}

export interface ValueCheck {
  readonly values: readonly PlacedValue[]
  /** The same command with a mark in place of each value. */
  readonly place: (marks: readonly string[]) => { readonly command: string } | { readonly wrong: string }
  readonly judge: (command: string) => CommandJudgement
  /** The decision on the command with the values themselves. */
  readonly judged: CommandJudgement
}

/**
 * Why a value does not stay a value, or undefined. What is proven:
 * 1. With a harmless mark in place of each value, the same programs get the same words, except for the marks.
 * 2. Every mark is in a word of a program, in a variable, or in what `case` compares, and so never in an unchecked
 *    position.
 * 3. A variable that received an argument counts as the argument, through any number of assignments, loops and outputs.
 * 4. No part of an argument is evaluated as arithmetic or as a subscript, or is in a variable that decides what runs.
 * 5. No argument is in a word that its program runs as code, or is passed to a program that runs its input.
 * 6. No argument begins an option, and none that contains blanks is split into words.
 */
export function findValueFault({ values, place, judge, judged }: ValueCheck): string | undefined {
  if (values.length === 0) return undefined
  const marks = values.map(({ isOutside }, at) => `skillet${isOutside ? "argument" : "variable"}${at}end`)
  const placed = place(marks)
  if ("wrong" in placed) return placed.wrong
  const back = (word: string) =>
    marks.reduce((text, mark, at) => text.replaceAll(mark, () => values[at]?.text ?? ""), word)
  const expected = judge(placed.command).words.map((words) => words.map(back))
  if (JSON.stringify(expected) !== JSON.stringify(judged.words)) return "an argument would change what the command does"
  const outside = values.flatMap(({ text, isOutside }, at) => (isOutside ? [{ text, mark: marks[at] ?? "" }] : []))
  return outside.length === 0 ? undefined : outsideFault(readCommand(placed.command), { outside, back })
}

/** Variables whose values decide what runs: bash expands PS4 for `set -x`, and searches for programs in PATH. */
const ACTED_ON =
  /^(?:PATH|IFS|PS[0-4]|PROMPT_COMMAND|ENV|HOME|CDPATH|SHELL|SHELLOPTS|EDITOR|VISUAL|PAGER|(?:BASH|LD_|GIT_|NODE_|PYTHON|PERL|RUBY|XDG_)\w*)$/

interface Outside {
  readonly outside: readonly { readonly text: string; readonly mark: string }[]
  readonly back: (word: string) => string
}

function outsideFault(findings: CommandReading, given: Outside): string | undefined {
  const { commands } = findings
  if (findings.refusals.length > 0)
    return "an argument is used in a command that is too complex to analyze: simplify it"
  const tainted = findTainted(
    findings,
    given.outside.map(({ mark }) => mark),
  )
  if (!given.outside.every(({ mark }) => isFollowed(findings, mark)))
    return "an argument is used where a value cannot be inserted safely"
  if (commands.some((command) => evaluatesNames(command)))
    return "an argument is used alongside a built-in that sets or evaluates variables: use the argument directly where it is needed"
  if ([...findings.given.keys()].some((name) => ACTED_ON.test(name) && tainted.isName(name)))
    return "an argument would set a variable that affects the shell or other programs: use another name"
  const isCounted = [...findings.counted].some((name) => tainted.isName(name))
  if (isCounted || findings.countedOutputs.some((command) => tainted.isCommand(command)))
    return "an argument would be evaluated as arithmetic: print it instead"
  const isPlain = keptTexts(findings, tainted).every((text) => text !== undefined && PLAIN.test(given.back(text)))
  for (const command of commands) {
    const fault = commandFault(command, tainted, { ...given, isPlain })
    if (fault !== undefined) return fault
  }
  return findCodeInputFault(commands.map((command) => toTexts(command)))
}

/** Whether a mark is in a position that is checked: in a word, a variable or what `case` compares. */
function isFollowed({ commands, given, compared }: CommandReading, mark: string): boolean {
  const words = [
    ...commands.flatMap(({ words: own, inputs }) => [...own, ...inputs]),
    ...[...given.values()].flat(),
    ...compared,
  ]
  return words.some(({ pieces }) => pieces.some((piece) => piece.kind === "text" && piece.text.includes(mark)))
}

/** Built-ins that set variables or evaluate them by name; `set -e` and the like do neither. */
function evaluatesNames({ words: [name, ...rest] }: SimpleCommand): boolean {
  if (name === undefined) return false
  const program = readCertainStart(name)
  if (/^(?:bg|fg|jobs|shopt|suspend|times|ulimit|umask|wait)$/.test(program)) return false
  if (program === "set" && rest.every((word) => /^[-+](?!-?$)|^pipefail$/.test(readStaticWord(word) ?? "")))
    return false
  return maySetVariables(program, rest[0] === undefined ? "" : readCertainStart(rest[0]))
}

/** What variables with an argument in them contain; undefined if that is more than text. */
function keptTexts({ given }: CommandReading, tainted: Tainted): readonly (string | undefined)[] {
  return [...given].flatMap(([name, words]) =>
    tainted.isName(name)
      ? words.filter((word) => !/^"?\$\w+"?$/.test(word.raw)).map((word) => readStaticWord(word))
      : [],
  )
}

function commandFault(
  command: SimpleCommand,
  tainted: Tainted,
  { outside, back, isPlain }: Outside & { readonly isPlain: boolean },
): string | undefined {
  const texts = toTexts(command)
  if (command.inputs.some((word) => tainted.isIndirect(word)))
    return "an argument determines which file is read: name the file explicitly"
  if (command.outputs.some((word) => tainted.isIndirect(word) || tainted.isDirect(word)))
    return "an argument determines which file is written: name the file explicitly"
  for (const [at, word] of command.words.entries()) {
    const isIndirect = tainted.isIndirect(word)
    if (!isIndirect && !tainted.isDirect(word)) continue
    const lead = readCertainStart(word)
    if (!isIndirect && /^-\d+$/.test(back(readStaticWord(word) ?? ""))) continue
    const begins = /^-{0,2}skilletargument/.test(lead) ? back(lead) : undefined
    const fault = findPlacementFault({ words: texts, at, begins })
    if (fault !== undefined) return fault
    const isHarmless =
      isReadOnlyProgram(toProgramName(texts[0] ?? "")) && outside.every(({ text }) => !text.startsWith("-"))
    if (isIndirect && !isHarmless && !(isPlain && outside.every(({ text }) => PLAIN.test(text))))
      return "a variable contains an argument that may be split or be taken as an option: use the argument directly"
  }
  return undefined
}

/** A value that stays one word without quotes, and is not an option. */
const PLAIN = /^[\w./:@%+=,][\w./:@%+=,-]*$/

function toTexts({ words }: SimpleCommand): readonly string[] {
  return words.map((word) => readStaticWord(word) ?? word.raw)
}

/** Where a value from outside is in a command, including through variables and substitutions. */
export interface Tainted {
  /** Whether the word itself contains a mark. */
  isDirect(word: ShellWord): boolean
  /** Whether it contains a variable or an output that received a mark. */
  isIndirect(word: ShellWord): boolean
  isName(name: string): boolean
  isCommand(command: SimpleCommand): boolean
}

/** Follows marks through assignments, loops and substitutions until no new ones are found. */
export function findTainted({ given }: CommandReading, marks: readonly string[]): Tainted {
  const names = new Set<string>()
  const isDirect = ({ pieces }: ShellWord): boolean =>
    pieces.some((piece) => piece.kind === "text" && marks.some((mark) => piece.text.includes(mark)))
  const isIndirect = ({ pieces }: ShellWord): boolean =>
    pieces.some((piece) => {
      if (piece.kind === "text") return false
      if (piece.from.kind === "variable") return names.has(piece.from.name)
      // The effect of an operator on a variable is not followed, so it may be any of them.
      if (piece.from.kind === "shaped") return names.size > 0
      return (piece.from.kind === "output" || piece.from.kind === "path") && piece.from.commands.some(isCommand)
    })
  const isCommand = ({ words, inputs, assignments }: SimpleCommand): boolean =>
    [...words, ...inputs, ...assignments.flatMap(({ value }) => value ?? [])].some(
      (word) => isDirect(word) || isIndirect(word),
    )
  for (let before = -1; names.size > before; ) {
    before = names.size
    for (const [name, words] of given) if (words.some((word) => isDirect(word) || isIndirect(word))) names.add(name)
  }
  return { isDirect, isIndirect, isName: (name) => names.has(name), isCommand }
}
