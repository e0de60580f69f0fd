import { makePlainWord, type ShellWord, type SimpleCommand, readStaticWord } from "../reading/words/shell-word.ts"
import { findAssignmentFault, isOwnName, findShellFault } from "./check-around.ts"
import { findNestedStart, findWordsFault } from "./options/check-options.ts"
import { findPossibleFirsts, type CommandContext } from "./options/words/resolve-word.ts"
import { listSameCommands, listSamePrograms } from "./same-commands.ts"
import { CONNECTS } from "../reading/read-redirect.ts"
import { hasSubcommands, isKnownProgram } from "./options/programs/find-entry.ts"
import {
  folderBuiltins,
  freeBuiltins,
  mayHoldCode,
  isWrapper,
  neverBuiltins,
  classifyProgram,
  toProgramName,
} from "./options/programs/runners.ts"

/** If a command can be read in more ways than this, they are not tried, and it counts as denied. */
const MOST_FORMS = 100

/**
 * A command as deny rules must see it: with and without its directory, and without the options before its sub-command,
 * as in `git -c a=b push`. For programs that run others, also whatever they might run. Undefined if there are too many
 * forms to try.
 */
export function denyForms(words: readonly ShellWord[]): readonly (readonly ShellWord[])[] | undefined {
  const name = words[0] === undefined ? undefined : readStaticWord(words[0])
  const starts =
    name !== undefined && (mayRunWords(name) || findNestedStart(words) !== undefined) ? words.map((_, at) => at) : [0]
  const given = addsWords(words) ? [...words, unknownWord] : words
  const forms: (readonly ShellWord[])[] = []
  for (const start of starts) {
    const [first, ...rest] = given.slice(start)
    if (first === undefined) continue
    const text = readStaticWord(first)
    const names = text === undefined ? [first] : listProgramNames(text)
    for (const each of names) {
      const own = [[each, ...rest], ...splitDashed(each, rest)]
      for (const at of findPossibleFirsts([each, ...rest])) if (at > 1) own.push([each, ...rest.slice(at - 1)])
      forms.push(...own, ...own.flatMap(listSameCommands))
      if (forms.length > MOST_FORMS) return undefined
    }
  }
  return forms
}

/** `git-push` and `docker-compose` are sub-commands under another name. */
function splitDashed(name: ShellWord, rest: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  const [, program = "", subcommand = ""] = /^([a-z]+)-([\w-]+)$/.exec(readStaticWord(name) ?? "") ?? []
  return hasSubcommands(program) ? [[makePlainWord(program), makePlainWord(subcommand), ...rest]] : []
}

/**
 * A word as a program's name: as written, without its directory, and the program that an option such as `--exec=x`
 * names.
 */
function listProgramNames(text: string): readonly ShellWord[] {
  const value = /^[\w-]*=(.+)$/.exec(text)?.[1]
  const names = [text, ...(value === undefined ? [] : [value])]
  const plain = [...new Set(names.flatMap((name) => [name, toProgramName(name), toPlainName(name)]))]
  return [...new Set(plain.flatMap((name) => [name, ...listSamePrograms(name)]))].map(makePlainWord)
}

/** The program that a script is installed as, as in `npm-cli.js`, or that GNU calls with a g. */
function toPlainName(name: string): string {
  const plain = toProgramName(name).replace(/(?:[-_.](?:cli|bin|main))?\.(?:[cm]?js|py|rb|pl|sh)$/, "")
  return /^g(?!zip$|unzip$|cc$)\w/.test(plain) && isKnownProgram(plain.slice(1)) ? plain.slice(1) : plain
}

/** Whether a program runs others that its words name, or may do so because nothing is known about it. */
function mayRunWords(name: string): boolean {
  if (isWrapper(name) || /^g?make$/.test(toProgramName(name))) return true
  const isScript = name.includes("/") && !/^\/(?:usr\/(?:local\/)?)?s?bin\//.test(name)
  return (
    !isScript &&
    !isKnownProgram(toProgramName(name)) &&
    classifyProgram(name) === undefined &&
    !freeBuiltins.has(name) &&
    !folderBuiltins.has(name)
  )
}

/** What a program adds to another program's words at run time. */
const unknownWord: ShellWord = { raw: "…", pieces: [{ kind: "value", quoted: false, from: { kind: "shaped" } }] }

function addsWords([first, ...rest]: readonly ShellWord[]): boolean {
  const name = first === undefined ? undefined : readStaticWord(first)
  if (name === undefined || !isWrapper(name)) return false
  return [name, ...rest.map((word) => readStaticWord(word))].some((text) => isAdder(text))
}

function isAdder(text: string | undefined): boolean {
  return /^(?:g?xargs|parallel|sem|entr)$/.test(toProgramName(text ?? ""))
}

/**
 * Why deny rules cannot be tested against what a command runs if everything else is granted: code, or an option or
 * variable that names a program.
 */
export function findBypassFault(command: SimpleCommand, around: CommandContext): string | undefined {
  const { words } = command
  if (command.doubts.includes(CONNECTS)) return CONNECTS
  const name = words[0] === undefined ? undefined : readStaticWord(words[0])
  if (name === undefined) {
    return command.assignments.every((each) => isOwnName(each.name))
      ? undefined
      : "a variable named in capitals can change what other commands run: use a lowercase name"
  }
  const texts = words.map((word) => readStaticWord(word))
  if (texts.length === 2 && /^--(?:version|help)$/.test(texts[1] ?? "")) return undefined
  const nested = findNestedStart(words) ?? words.length
  for (const [at, text] of texts.entries()) {
    if (text === undefined || (at > 0 && !mayStart(texts, at) && at < nested)) continue
    if (mayHoldCode(text, texts.slice(at + 1))) {
      return "it runs code that cannot be checked against the other rules: run a file, or write the commands directly"
    }
    const fault = partFault(words.slice(at), texts.slice(at), around)
    if (fault !== undefined) return fault
  }
  const splitsOnly = name === "read" && command.assignments.every((each) => each.name === "IFS")
  return splitsOnly ? undefined : findAssignmentFault(command)
}

/** Whether a program that runs others may run what a word names. */
function mayStart(texts: readonly (string | undefined)[], at: number): boolean {
  const name = texts[0] ?? ""
  if (!isWrapper(name)) return false
  if (/^g?find$/.test(toProgramName(name))) return /^-(?:exec|ok)(?:dir)?$/.test(texts[at - 1] ?? "-ok")
  return texts[at] === undefined || /^[A-Za-z_./[][\w.+/-]*$/.test(texts[at])
}

function partFault(
  words: readonly ShellWord[],
  [name = "", ...texts]: readonly (string | undefined)[],
  around: CommandContext,
): string | undefined {
  if (/^(?:builtin|command)$/.test(name)) return texts.map((text) => neverBuiltins.get(text ?? "")).find(Boolean)
  if (/^(?:env|genv)$/.test(toProgramName(name)) && texts.some((text) => /^[A-Z_]\w*=/.test(text ?? ""))) {
    return "a variable assignment before a command can change what it does: leave it out"
  }
  if (isAdder(name) && texts.some((text) => /^(?:-\w*[IiJ]|--replace|.*\{.*\})/.test(text ?? ""))) {
    return "it inserts its input into a command, which cannot be checked against the other rules: put the input last"
  }
  const isFinder = /^(?:g?find|fd|fdfind)$/.test(toProgramName(name))
  return (
    findShellFault(name, texts) ??
    (isFinder ? undefined : findWordsFault(words, undefined, { ...around, onlyRuns: true }))
  )
}
