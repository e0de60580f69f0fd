import { type ShellWord, type SimpleCommand, staticText } from "../../shell/reading/shell-word.ts"

/** A command whose output says something about the world and cannot be chosen by whoever wrote the command. */
interface Fact {
  readonly words: readonly string[]
  readonly options?: RegExp
  readonly operands?: RegExp
  /** Prints a number and nothing else, as long as it has no operands. */
  readonly number?: RegExp
}

const NAME = /^[\w@^~.:/+*][\w@^~.:/+{}*-]*$/

const facts: readonly Fact[] = [
  { words: ["git", "status"], options: /^(?:-s|-b|-sb|-uno|--short|--branch|--porcelain)$/ },
  {
    words: ["git", "rev-parse"],
    options: /^(?:-q|--quiet|--short(?:=\d+)?|--abbrev-ref|--verify|--show-toplevel|--symbolic-full-name)$/,
    operands: NAME,
  },
  { words: ["git", "config"], options: /^--get$/, operands: NAME },
  { words: ["git", "branch"], options: /^--show-current$/ },
  { words: ["git", "merge-base"], options: /^--(?:fork-point|octopus)$/, operands: NAME },
  { words: ["git", "describe"], options: /^--(?:tags|always|long|all|abbrev=\d+)$/, operands: NAME },
  { words: ["git", "symbolic-ref"], options: /^(?:-q|--quiet|--short)$/, operands: NAME },
  { words: ["git", "rev-list"], options: /^--count$/, operands: NAME, number: /--count/ },
  {
    words: ["git", "ls-files"],
    options: /^(?:-[cdmo]|--(?:others|modified|cached|exclude-standard))$/,
    operands: NAME,
  },
  {
    words: ["git", "diff"],
    options: /^--(?:name-only|cached|staged|merge-base|diff-filter=[A-Za-z]+)$/,
    operands: NAME,
  },
  {
    words: ["git", "log"],
    options: /^(?:-\d+|-n|-n\d+|--oneline|--(?:format|pretty)=(?:t?format:)?%[HhTtPp]|--max-count=\d+|--reverse)$/,
    operands: NAME,
  },
  { words: ["pwd"], options: /^-[LP]$/ },
  { words: ["whoami"] },
  { words: ["hostname"], options: /^-[sf]$/ },
  { words: ["uname"], options: /^-[srmpo]+$/ },
  { words: ["nproc"], number: /./ },
  { words: ["id"], options: /^-(?:u|g|un|gn)$/, number: /-[ug]$/ },
  {
    words: ["date"],
    options: /^-(?:u|I|d|-utc|-iso-8601|-date=.*)$/,
    operands: /^\+%[YmdHMSFTjs](?:[-_:.]?%[YmdHMSFTjs])*$/,
    number: /\+%s$/,
  },
  { words: ["ls"], options: /^-[1aAtrSd]+$/ },
  { words: ["wc"], options: /^-[lcwm]$/, number: /./ },
  { words: ["basename"], operands: NAME },
  { words: ["dirname"], operands: NAME },
  { words: ["realpath"], operands: NAME },
  { words: ["seq"], operands: /^\d+$/, number: /./ },
  { words: ["echo"], operands: NAME },
]

type Given = ReadonlyMap<string, readonly ShellWord[]>

export function isFact(command: SimpleCommand, given: Given): boolean {
  return factOf(command, given) !== undefined
}

/** Whether a command prints a number, whatever happens. */
export function isNumber(command: SimpleCommand, given: Given): boolean {
  const fact = factOf(command, given)
  return fact?.number?.test(command.words.map(({ raw }) => raw).join(" ")) === true
}

function factOf(command: SimpleCommand, given: Given): Fact | undefined {
  if (command.assignments.length > 0 || command.doubts.length > 0) return undefined
  const texts = command.words.map((word) => staticText(word))
  return facts.find(
    ({ words, options, operands }) =>
      words.every((word, at) => texts[at] === word) &&
      texts.slice(words.length).every((text, at) => {
        if (text === undefined) return operands !== undefined && isVariable(command.words[at + words.length], given)
        return text.startsWith("-")
          ? options?.test(text) === true
          : operands?.test(text) === true || isValue(texts, at + words.length)
      }),
  )
}

/** The 5 of `-n 5`, and what date is given with `-d`. */
function isValue(texts: readonly (string | undefined)[], at: number): boolean {
  return (texts[at - 1] === "-n" && /^\d+$/.test(texts[at] ?? "")) || (texts[0] === "date" && texts[at - 1] === "-d")
}

/** Exactly one quoted variable of the environment, as in `basename "$PWD"`. */
function isVariable(word: ShellWord | undefined, given: Given): boolean {
  const [piece, ...more] = word?.pieces ?? []
  return (
    piece?.kind === "value" &&
    more.length === 0 &&
    piece.quoted &&
    piece.from.kind === "variable" &&
    !given.has(piece.from.name)
  )
}
