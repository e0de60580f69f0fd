import { type Assigned, type ShellWord, type SimpleCommand, readStaticWord } from "../reading/words/shell-word.ts"
import type { CommandContext } from "./options/words/resolve-word.ts"
import type { Rule } from "../rule.ts"
import { classifyProgram } from "./options/programs/runners.ts"

const PLAIN = /^(?:[\w+-][\w.,:/+@-]*)?$/
const SWITCH = /^(?:\d{1,3}|true|false|yes|no|always|never|auto)?$/
const MODE = /^(?:test|testing|development|production|staging|ci)?$/

/** Variables that change how a program presents its output or in which mode the project's code runs, and their values. */
const inert: ReadonlyMap<string, RegExp> = new Map([
  ...["NO_COLOR", "LANG", "LC_ALL", "TZ", "CI", "TERM"].map((name) => [name, PLAIN] as const),
  ...`FORCE_COLOR CLICOLOR CLICOLOR_FORCE CARGO_TERM_COLOR COLUMNS RUST_BACKTRACE PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE
    GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS HUSKY`
    .split(/\s+/)
    .map((name) => [name, SWITCH] as const),
  ...["NODE_ENV", "RAILS_ENV", "RACK_ENV", "APP_ENV", "MIX_ENV"].map((name) => [name, MODE] as const),
])

/**
 * In GBK, Big5 and Shift-JIS the second byte of a letter may be a backslash, so a program would read another script than
 * we do. Commands run in UTF-8, and must stay in it.
 */
const LOCALES = /^(?:LANG|LC_ALL)$/
const UTF8 = /^(?:C|POSIX|[A-Za-z_]+\.utf-?8(?:@\w+)?)?$/i

const ASSIGNS =
  "a variable assignment before a command can change what it does: leave it out, or ask for a rule that begins with it"

/** Whether a rule spells out every assignment before a command, and no other. */
export function spellsAssignments(rule: Rule, { assignments }: SimpleCommand): boolean {
  if (rule.kind === "all" || rule.sets === undefined) return false
  const written = assignments.map(writeAssignment)
  return written.length === rule.sets.length && written.every((each, at) => each === rule.sets?.[at])
}

/** An assignment as rules have it; undefined if its value is only known at run time. */
export function writeAssignment({ name, value }: Assigned): string | undefined {
  const text = value === undefined ? undefined : readStaticWord(value)
  return text === undefined ? undefined : `${name}=${text}`
}

/** `set -euo pipefail`: the shell stops at errors, or shows what it runs. */
export function isStrictMode(words: readonly ShellWord[]): boolean {
  const texts = words.map((word) => readStaticWord(word) ?? " ")
  return (
    !texts.some((text) => /\s/.test(text)) &&
    /^set(?: -[eux]+| -[eux]*o (?:pipefail|errexit|nounset|xtrace))+$/.test(texts.join(" "))
  )
}

/** Why an assignment before a command is not allowed without a rule. */
export function findAssignmentFault({ assignments }: SimpleCommand): string | undefined {
  for (const { name, value } of assignments) {
    const like = inert.get(name)
    if (like === undefined) return ASSIGNS
    const text = value === undefined ? undefined : readStaticWord(value)
    if (text === undefined || !like.test(text) || text.includes("..")) return `the value of ${name} must be plain text`
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
