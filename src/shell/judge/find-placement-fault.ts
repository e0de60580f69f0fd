import { judgeOption } from "./options/judge-option.ts"
import { findEntry, isReadOnlyProgram } from "./options/programs/find-entry.ts"
import { neverBuiltins, classifyProgram, toProgramName, takesInput } from "./options/programs/runners.ts"

/** A word of a simple command that contains a value. */
export interface PlacedWord {
  /** The words of the command with marks in place of values. */
  readonly words: readonly string[]
  readonly at: number
  /** What the word begins with once the value is inserted; undefined if the value does not come first. */
  readonly begins: string | undefined
}

/**
 * Why a value may not be in a word. The rules are the same for arguments and for values in gate commands:
 * 1. A value names no program.
 * 2. A value is not in a word that its program runs as code or evaluates.
 * 3. A value begins no option: it may begin with a hyphen only after `--`, and only where `--` ends the options.
 */
export function findPlacementFault({ words, at, begins }: PlacedWord): string | undefined {
  if (at === 0) return "a value would determine which program runs"
  if (takesCode(words, at)) return "an argument is used where the program would execute it as code"
  if (begins?.startsWith("-") !== true || isBehindDashes(words, at)) return undefined
  return "an argument that begins with a hyphen would be taken as an option"
}

/** Why no value may be in a command line at all: one of its programs turns its input into words or code. */
export function findCodeInputFault(commands: readonly (readonly string[])[]): string | undefined {
  return commands.some((words) => readsCode(words) || words.some((word) => ADDERS.test(toProgramName(word))))
    ? "one of its programs executes its input, which may contain an argument"
    : undefined
}

const ADDERS = /^(?:g?xargs|parallel|sem|entr)$/

/** `echo` has no options that matter; other programs must be known to stop at `--` and not to pass on what follows. */
function isBehindDashes(words: readonly string[], at: number): boolean {
  const program = toProgramName(words[0] ?? "")
  if (program === "echo" || (program === "printf" && at > 1)) return true
  if (!words.slice(1, at).includes("--")) return false
  if (isReadOnlyProgram(program)) return true
  const found = findEntry(program, words)
  return found.kind === "entry" && found.entry.more.dashes !== "ignored" && found.entry.more.passes === undefined
}

/**
 * Whether a program reads the word at a position of a simple command as code, or evaluates it, whatever rules allow. If
 * that is not certain, it counts as yes. Values that begin with a hyphen and so become options are not considered here.
 */
export function takesCode(words: readonly string[], at: number): boolean {
  const [name = "", ...rest] = words
  if (at <= 0 || at >= words.length) return true
  if (/^\w+\+?=/.test(name)) return takesCode(rest, at - 1)
  const program = toProgramName(name)
  if (wholly.has(program) || takesInput.has(program) || neverBuiltins.has(name)) return true
  const own = ways.get(program)
  if (own !== undefined) return own(words, at)
  switch (classifyProgram(name)) {
    case "builtin":
      return true
    case "runner":
      return wrapperTakesCode(words, at)
    case "interpreter":
      return interpreterTakesCode(words, at)
    case undefined:
      return isValueOfUnknown(words, at)
  }
}

/** Whether a program runs code from its input: an interpreter without a file, or one that always does. */
function readsCode([name = "", ...words]: readonly string[]): boolean {
  if (/^\w+\+?=/.test(name)) return readsCode(words)
  const program = toProgramName(name)
  if (takesInput.has(program)) return true
  if (classifyProgram(name) === "runner") return words.some((_, at) => readsCode(words.slice(at)))
  if (classifyProgram(name) !== "interpreter") return false
  if (words.some((word) => /^-$|^-\w*s|^\/(?:dev|proc)\//.test(word))) return true
  return (
    words.every((word) => word.startsWith("-")) &&
    !words.some((word) => /^-\w*[cep]|^--(?:version|help|e|c|p)/.test(word))
  )
}

/** Programs that pass their words to a shell, evaluate all of them, or have too many ways to run things. */
const wholly: ReadonlySet<string> = new Set(
  `[[ dc docker entr expect flock fzf gmake gnuplot kubectl make mosh nix nix-shell parallel podman rsh runuser
   script ssh sshpass su systemd-run watch`.split(/\s+/),
)

type Way = (words: readonly string[], at: number) => boolean

const runsBatch: Way = (words, at) => words.slice(1, at + 1).some((word) => /^-\w*[xX]|^--e/.test(word))

const ways: ReadonlyMap<string, Way> = new Map([
  ["[", testTakesCode],
  ["test", testTakesCode],
  ["printf", (words, at) => at === 1 || (at === 2 && words[1]?.startsWith("-") === true)],
  ["git", gitTakesCode],
  ["find", findTakesCode],
  ["gfind", findTakesCode],
  ["fd", runsBatch],
  ["fdfind", runsBatch],
  ...["sed", "gsed", "awk", "gawk", "mawk", "nawk", "original-awk"].map((name) => [name, scriptIsCode] as const),
  ["jq", filterIsCode],
  ["yq", filterIsCode],
])

/** `-v` evaluates a subscript, and the word may be that operator itself. */
function testTakesCode(words: readonly string[], at: number): boolean {
  return words.slice(1).some((word, index) => /^-[vR]$/.test(word) || (index + 1 !== at && word.includes("[")))
}

function gitTakesCode(words: readonly string[], at: number): boolean {
  const subcommand = firstOperand(words)
  if (at <= subcommand) return true
  if (/^(?:config|submodule|bisect)$/.test(words[subcommand] ?? "")) return true
  return /^(?:-c|-x|--config|--exec)/.test(words[at - 1] ?? "") || isValueOfUnknown(words, at)
}

function findTakesCode(words: readonly string[], at: number): boolean {
  const start = words.slice(0, at).findLastIndex((word) => /^-(?:exec|ok)(?:dir)?$/.test(word))
  return start !== -1 && !words.slice(start + 1, at).some((word) => word === ";" || word === "\\;" || word === "+")
}

/** A script is the first operand or the value of an option; every word after it is a file. */
function scriptIsCode(words: readonly string[], at: number): boolean {
  const option = /^-\w*[efEil]$|^--(?:e|f|source|include|load)/
  if (option.test(words[at - 1] ?? "") || words[at]?.startsWith("-") === true) return true
  if (words[at - 1] === "-v" && /^[A-Za-z_]\w*=/.test(words[at] ?? "")) return false
  return at <= firstOperand(words, /^-[nErsuz]+$/) && !words.slice(1, at).some((word) => /^-\w*e$|^--e/.test(word))
}

function filterIsCode(words: readonly string[], at: number): boolean {
  if (/^--(?:arg|argjson)$/.test(words[at - 2] ?? "")) return false
  const flags = /^-[rcnsSaejC]+$|^--raw-output$/
  const before = words[at - 1] ?? ""
  return at <= firstOperand(words, flags) || (before.startsWith("-") && !flags.test(before))
}

/** How many operands of its own a wrapper has before the command; none if it is not listed. */
const ownOperands = new Map([
  ["timeout", 1],
  ["chroot", 1],
  ["taskset", 1],
  ["chrt", 1],
  ["setarch", 1],
])

/** The command's name must certainly come before the word, and the command must not read the word as code. */
function wrapperTakesCode(words: readonly string[], at: number): boolean {
  const operands = certainOperands(words).filter((index) => index < at)
  if (operands.length <= (ownOperands.get(toProgramName(words[0] ?? "")) ?? 0)) return true
  return words.some((_, start) => start > 0 && start < at && takesCode(words.slice(start), at - start))
}

/** Words after a code file are its arguments. Before it, and wherever code is given as words, all of them count. */
function interpreterTakesCode(words: readonly string[], at: number): boolean {
  const file = firstOperand(words)
  return at <= file || words.slice(1, file).some((word) => /^-\w*[ceErpBFRs]|^-$|^--(?:e|c|p|run)/.test(word))
}

/** Whether a word is, or is the value of, an option that is not known to be harmless. */
function isValueOfUnknown(words: readonly string[], at: number): boolean {
  const found = findEntry(toProgramName(words[0] ?? ""), words, { anyFolder: true })
  if (found.kind === "fault" || found.kind === "unlisted") return true
  const isOption = (word: string) => word.startsWith("-") && word !== "-" && word !== "--"
  if (found.kind === "unknown") return isOption(words[at - 1] ?? "") || isOption(words[at] ?? "")
  return [words[at - 1] ?? "", words[at] ?? ""].some((word) => {
    if (!isOption(word)) return false
    const judged = judgeOption(found.entry, { text: word, whole: true })
    return judged.kind === "fault" && judged.why !== "elsewhere"
  })
}

/** The index of the first word that is neither an option nor the value of one; past the end if there is none. */
function firstOperand(words: readonly string[], flags?: RegExp): number {
  return certainOperands(words, flags)[0] ?? words.length
}

/** Words that are not options and do not follow one, except after flags that take no value. */
function certainOperands(words: readonly string[], flags?: RegExp): readonly number[] {
  const found: number[] = []
  for (let at = 1; at < words.length; at++) {
    const before = at === 1 ? "" : (words[at - 1] ?? "")
    const mayBeValue = before.startsWith("-") && flags?.test(before) !== true
    if (!mayBeValue && !/^-|^\w+=/.test(words[at] ?? "")) found.push(at)
  }
  return found
}
