import { type ShellWord, type SimpleCommand, readStaticWord } from "../reading/words/shell-word.ts"
import { findWordsFault } from "./options/check-options.ts"
import { findPossibleFirsts, type CommandContext } from "./options/words/resolve-word.ts"
import { mayReadFile } from "./options/languages/sed-script.ts"

/**
 * Commands that only read, allowed without a rule in the profile that imitates Claude Code. Every word must be known
 * before it runs, and files must be in the project.
 */
interface ReadOnly {
  readonly words: readonly string[]
  /** Which operands are files: none of them, all, or all but the first, which is a pattern. */
  readonly files: "none" | "all" | "after-first"
  /** If given, no other options. */
  readonly only?: RegExp
  readonly most?: number
}

function rows(names: string, more: Omit<ReadOnly, "words">): readonly ReadOnly[] {
  return names.split(" ").map((name) => ({ words: [name], ...more }))
}

function git(names: string, more: Partial<ReadOnly> = {}): readonly ReadOnly[] {
  return names.split(" ").map((name) => ({ words: ["git", name], files: "all", ...more }))
}

const readOnly: readonly ReadOnly[] = [
  ...rows("echo printf pwd whoami id uname nproc seq expr tr basename dirname which type sleep exit break continue", {
    files: "none",
  }),
  ...rows(
    "cat head tail wc ls stat du df file nl tac rev cut paste fold column comm cmp diff sort uniq readlink realpath",
    {
      files: "all",
    },
  ),
  ...rows("cksum md5sum sha1sum sha256sum sha512sum od hexdump strings find tree true false", { files: "all" }),
  ...rows("grep egrep fgrep rg jq", { files: "after-first" }),
  { words: ["sed"], files: "after-first", only: /^-[nErsz]+$/ },
  { words: ["date"], files: "none", only: /^(?:-[uI]|--utc|--iso-8601|-d|--date=.*|-R)$/ },
  { words: ["hostname"], files: "none", most: 0 },
  { words: ["arch"], files: "none", only: /^$/, most: 0 },
  { words: ["command", "-v"], files: "none" },
  ...git("status log diff show shortlog blame describe ls-files ls-tree cat-file rev-parse rev-list merge-base"),
  ...git("name-rev show-ref for-each-ref count-objects diff-tree grep"),
  ...git("branch", { only: /^(?:-[arv]+|--(?:list|all|remotes|verbose|show-current|sort=.*|format=.*))$/, most: 0 }),
  ...git("tag", { only: /^(?:-l|--(?:list|sort=.*|format=.*))$/, most: 0 }),
  ...git("remote", { only: /^-v$/, most: 0 }),
  { words: ["git", "stash", "list"], files: "all" },
  { words: ["git", "config", "--get"], files: "none", only: /^$/, most: 1 },
  { words: ["git", "--version"], files: "none", most: 0 },
]

export type ReadOnlyAnswer =
  | { readonly kind: "free" }
  | { readonly kind: "unlisted" }
  | { readonly kind: "fault"; readonly reason: string }

/** Whether a command only reads, and if it could be such a command, why it is not. */
export function askReadOnly(command: SimpleCommand, around: CommandContext): ReadOnlyAnswer {
  const texts = command.words.map((word) => readStaticWord(word))
  const row = readOnly.find(({ words }) => words.every((word, at) => texts[at] === word))
  if (row === undefined) return { kind: "unlisted" }
  const reason = findFault(command, row, around)
  return reason === undefined ? { kind: "free" } : { kind: "fault", reason }
}

function findFault(command: SimpleCommand, row: ReadOnly, around: CommandContext): string | undefined {
  const name = row.words.join(" ")
  const rest = command.words.slice(row.words.length).map((word) => shownText(word))
  if (rest.includes(undefined))
    return `an argument of ${name} is only known at run time: write it out, or ask for a rule`
  const known = rest.filter((text) => text !== undefined)
  const options = known.filter((text) => text.startsWith("-") && text !== "-" && text !== "--")
  const odd = row.only !== undefined && !options.every((text) => row.only?.test(text) === true)
  if (odd || known.length - options.length > (row.most ?? Number.POSITIVE_INFINITY)) {
    return `${name} can make changes with these arguments: use it only to list`
  }
  if (known.some((text) => leadsOutside(row, text))) {
    return `${name} reads file names from its arguments or from a file: name the files directly`
  }
  const fault = row.words[1] === "config" ? undefined : findWordsFault(command.words, undefined, around)
  if (fault !== undefined) return fault
  const files = [
    ...(row.files === "none" ? [] : listFiles(command, row)),
    ...command.inputs.map((word) => shownText(word)),
  ]
  return files.some((text) => isOutside(text))
    ? `${name} refers to a file outside the project: use only files inside it`
    : undefined
}

/** Whether a word makes a program read files whose names are not in the command. */
function leadsOutside({ words: [name = ""] }: ReadOnly, text: string): boolean {
  switch (name) {
    case "sort":
    case "wc":
    case "du":
    case "tree":
      return /^--f(?:i|r)/.test(text)
    case "find":
      return text.startsWith("-files0")
    case "cksum":
    case "md5sum":
    case "sha1sum":
    case "sha256sum":
    case "sha512sum":
      return /^(?:-\w*c|--c)/.test(text)
    case "strings":
      return text.startsWith("@")
    case "jq":
      return /\b(?:import|include)\b/.test(text)
    case "sed":
      return !text.startsWith("-") && mayReadFile(text)
    default:
      return false
  }
}

/** A word as far as it is known: patterns for files of the project count as known. */
function shownText(word: ShellWord): string | undefined {
  const text = readStaticWord(word)
  if (text !== undefined) return text
  const onlyFiles = word.pieces.every((piece) => piece.kind === "text" || piece.from.kind === "files")
  return onlyFiles && /^[\w*?[\]./-]+$/.test(word.raw) && !/(?:^|\/)\.[*?[]/.test(word.raw) ? word.raw : undefined
}

/** The words that may name files; for a program that takes a pattern, all words if the pattern may be an option. */
function listFiles({ words }: SimpleCommand, row: ReadOnly): readonly (string | undefined)[] {
  const texts = words.map((word) => shownText(word))
  const rest = texts.slice(row.words.length)
  const byOption = rest.some((text) => /^(?:-\w*[ef]|--regexp|--file|--files|--from-file)/.test(text ?? ""))
  const pattern = findPossibleFirsts(words)
  if (row.files === "all" || byOption || pattern.length !== 1) return rest
  return texts.filter((_, at) => at >= row.words.length && at !== pattern[0])
}

function isOutside(text: string | undefined): boolean {
  if (text === undefined) return true
  if (text === "/dev/null" || text === "/dev/stdin") return false
  return /^(?:-\w+|--[\w-]+=|[\w.]+=)?[/~]|(?:^|[/=:]|^-\w+)\.\.(?:\/|$)/.test(text)
}
