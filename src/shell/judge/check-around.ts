import { type ShellWord, type SimpleCommand, readStaticWord } from "../reading/words/shell-word.ts"
import type { CommandContext } from "./options/words/resolve-word.ts"
import { classifyProgram } from "./options/programs/runners.ts"

/** Variables that change how a program presents its output, not what it does. */
const inert = new Set(["NO_COLOR", "LANG", "LC_ALL", "TZ", "CI", "TERM"])

/**
 * In GBK, Big5 and Shift-JIS the second byte of a letter may be a backslash, so a program would read another script than
 * we do. Commands run in UTF-8, and must stay in it.
 */
const LOCALES = /^(?:LANG|LC_ALL)$/
const UTF8 = /^(?:C|POSIX|[A-Za-z_]+\.utf-?8(?:@\w+)?)?$/i

/** Why an assignment before a command is not allowed without a rule. */
export function findAssignmentFault({ assignments }: SimpleCommand): string | undefined {
  for (const { name, value } of assignments) {
    if (!inert.has(name))
      return "a variable assignment before a command can change what it does: leave the assignment out"
    const text = value === undefined ? undefined : readStaticWord(value)
    if (text === undefined || !/^(?:[\w+-][\w.,:/+@-]*)?$/.test(text) || text.includes("..")) {
      return `the value of ${name} must be plain text`
    }
    if (LOCALES.test(name) && !UTF8.test(text)) return `${name} must name a UTF-8 locale, such as C.UTF-8`
  }
  return undefined
}

/** Why a built-in changes which programs run later, if it does. */
export function findShellFault(name: string, words: readonly (string | undefined)[]): string | undefined {
  const sets = classifyProgram(name) === "builtin" || (name === "printf" && words[0]?.startsWith("-v") === true)
  const bad = words.some((word) => word === undefined || !isOwnName(word.split("=", 1)[0] ?? ""))
  return /^(?:bind|complete|enable|fc|hash)$/.test(name) || (sets && bad)
    ? `${name} can change what other commands run: leave it out`
    : undefined
}

/** Whether a variable is the command's own: variables that programs read are written in capitals. */
export function isOwnName(name: string): boolean {
  return inert.has(name) || !/^(?:-v)?[A-Z_][A-Z\d_]*(?:\+|\[.*)?$/.test(name)
}

/** Why a file that is read by redirection cannot be known in advance. */
export function findReadFault({ inputs }: SimpleCommand, { given }: CommandContext): string | undefined {
  return inputs.every((word) => isKnownFile(word, given))
    ? undefined
    : "the file it reads is only known at run time: name the file"
}

/** A file's name, the output of a process, or one value whose words we know. */
function isKnownFile(word: ShellWord, given: CommandContext["given"]): boolean {
  if (readStaticWord(word) !== undefined) return true
  const [piece, ...more] = word.pieces
  if (piece?.kind !== "value" || more.length > 0) return false
  if (piece.from.kind === "path") return true
  if (piece.from.kind !== "variable" || !/^"?\$(?:\w+|\{\w+\})"?$/.test(word.raw)) return false
  return (given.get(piece.from.name) ?? []).every((each) => {
    const text = readStaticWord(each)
    return text !== undefined && !text.includes("/dev/")
  })
}
