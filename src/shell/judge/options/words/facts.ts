import { type SimpleCommand, readStaticWord } from "../../../reading/words/shell-word.ts"

/**
 * What a command prints, if that cannot be an option: a number or a hash, which have no blanks and no leading hyphen,
 * or an absolute path. The repository chooses the names of branches, tags and files, so nothing else counts.
 */
export type FactKind = "number" | "hash" | "path"

interface Fact {
  readonly kind: FactKind
  readonly words: readonly string[]
  readonly options?: RegExp
  readonly operands?: RegExp
  /** One of its words must look like this. */
  readonly needs?: RegExp
  /** Arithmetic may evaluate its output. */
  readonly counts?: RegExp
}

const NAME = /^[\w@^~.:/+][\w@^~.:/+{}-]*$/
const NUMERIC_DATE = /^\+%[YmdHMSFTjs](?:[-_:.T]?%[YmdHMSFTjs])*Z?$/

const facts: readonly Fact[] = [
  { kind: "path", words: ["git", "rev-parse", "--show-toplevel"] },
  { kind: "path", words: ["git", "rev-parse", "--absolute-git-dir"] },
  { kind: "hash", words: ["git", "rev-parse"], options: /^(?:-q|--quiet|--short(?:=\d+)?|--verify)$/, operands: NAME },
  { kind: "hash", words: ["git", "merge-base"], options: /^--(?:fork-point|octopus|all)$/, operands: NAME },
  {
    kind: "hash",
    words: ["git", "rev-list"],
    options:
      /^(?:--count|-\d+|-n|-n\d+|--max-count=\d+|--all|--no-merges|--merges|--first-parent|--max-parents=0|--reverse)$/,
    operands: NAME,
    counts: /--count/,
  },
  {
    kind: "hash",
    words: ["git", "log"],
    options:
      /^(?:-\d+|-n|-n\d+|--(?:format|pretty)=(?:t?format:)?%(?:[HhTt]|[ac]t)|--max-count=\d+|--reverse|--no-merges)$/,
    operands: NAME,
    needs: /^--(?:format|pretty)=/,
  },
  { kind: "hash", words: ["git", "hash-object"], options: /^--stdin$/, operands: NAME },
  { kind: "hash", words: ["git", "write-tree"] },
  { kind: "path", words: ["pwd"], options: /^-[LP]$/ },
  { kind: "path", words: ["realpath"], operands: NAME },
  { kind: "path", words: ["readlink", "-f"], operands: NAME },
  { kind: "number", words: ["nproc"], counts: /./ },
  { kind: "number", words: ["id"], options: /^-[ug]$/, needs: /^-[ug]$/, counts: /-[ug]$/ },
  {
    kind: "number",
    words: ["date"],
    options: /^-(?:u|I|d|-utc|-iso-8601|-date=.*)$/,
    operands: NUMERIC_DATE,
    needs: /^(?:\+|-I|--iso-8601)/,
    counts: /\+%s$/,
  },
  { kind: "number", words: ["wc"], options: /^-[lcwm]$/, needs: /^-[lcwm]$/, counts: /./ },
  { kind: "number", words: ["seq"], operands: /^\d+$/, counts: /./ },
]

/** Programs that print some of the lines they read, and nothing else. */
const filters = /^(?:head|tail) (?:-\d+|-n ?\d+)$|^(?:sort|uniq)(?: -[nru]+)?$|^(?:head|tail)$/

/** The kind of fact that several commands print together; undefined if one of them may print anything. */
export function findCommonFact(commands: readonly SimpleCommand[]): FactKind | undefined {
  const kinds = commands.filter((command) => !isFilter(command)).map((command) => oneFact(command)?.kind)
  const [first] = kinds
  if (first === undefined) return undefined
  if (kinds.every((kind) => kind === first)) return first
  return kinds.every((kind) => kind === "number" || kind === "hash") ? "hash" : undefined
}

/** Whether a command always prints a number. */
export function isNumber(command: SimpleCommand): boolean {
  return oneFact(command)?.counts?.test(command.words.map(({ raw }) => raw).join(" ")) === true
}

function isFilter(command: SimpleCommand): boolean {
  const texts = command.words.map((word) => readStaticWord(word) ?? "\0")
  return isPlain(command) && filters.test(texts.join(" "))
}

function oneFact(command: SimpleCommand): Fact | undefined {
  if (!isPlain(command)) return undefined
  const texts = command.words.map((word) => readStaticWord(word))
  if (texts.includes(undefined)) return undefined
  const known = texts.filter((text) => text !== undefined)
  return facts.find(
    ({ words, options, operands, needs }) =>
      words.every((word, at) => known[at] === word) &&
      (needs === undefined || known.slice(words.length).some((text) => needs.test(text))) &&
      known.slice(words.length).every((text, at) => {
        if (text.startsWith("-")) return options?.test(text) === true
        return operands?.test(text) === true || isValue(known, at + words.length)
      }),
  )
}

function isPlain(command: SimpleCommand): boolean {
  return command.assignments.length === 0 && command.doubts.length === 0
}

/** The 5 of `-n 5`, and the value of `-d` for date. */
function isValue(texts: readonly string[], at: number): boolean {
  return (texts[at - 1] === "-n" && /^\d+$/.test(texts[at] ?? "")) || (texts[0] === "date" && texts[at - 1] === "-d")
}
