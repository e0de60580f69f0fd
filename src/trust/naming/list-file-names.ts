import { readCommand } from "../../shell/reading/read-command.ts"
import type { CommandReading } from "../../shell/reading/script-reader.ts"
import {
  type ShellWord,
  type SimpleCommand,
  makePlainWord,
  readStaticWord,
} from "../../shell/reading/words/shell-word.ts"
import { askReadOnly } from "../../shell/judge/read-only.ts"
import { classifyProgram } from "../../shell/judge/options/programs/runners.ts"
import { isOneWord, resolveWord } from "../../shell/judge/options/words/resolve-word.ts"
import { findDefinedFiles } from "./defined-programs.ts"
import { type FileNames, joinNames, NO_NAMES, splitNames } from "./split-names.ts"

/** What a command names, and what it runs that cannot be named beforehand. */
export interface NamedByCommand {
  readonly names: FileNames
  /** Each a sentence for the person who approves. */
  readonly unnamed: readonly string[]
}

/** Commands in words of commands, as in `bash -c "bash -c '…'"`. */
const MOST_DEEP = 4

/**
 * Everything in a command that could name a file which it runs. A command that only prints files runs none of them, so
 * it names none.
 */
export function listFileNames(command: string, deep = 0): NamedByCommand {
  const reading = readCommand(command)
  if (isOnlyReading(reading)) return { names: NO_NAMES, unnamed: [] }
  const texts = reading.commands.flatMap((each) => listTexts(each, reading))
  const inner = deep === MOST_DEEP ? [] : texts.filter((text) => /\s/.test(text) && text.length < command.length)
  const below = [...new Set(inner)].map((text) => listFileNames(text, deep + 1))
  const names = joinNames([splitNames(command), ...texts.map(splitNames), ...below.map((one) => one.names)])
  const own = [
    ...names.programs.map(describeProgram),
    ...reading.commands.flatMap((each) => listUnknown(each, reading)),
    ...(names.isListing ? ["which files a program lists is only known when it runs"] : []),
  ]
  return { names, unnamed: [...new Set([...own, ...below.flatMap((one) => one.unnamed)])] }
}

function isOnlyReading(reading: CommandReading): boolean {
  if (reading.refusals.length > 0 || reading.commands.length === 0) return false
  return reading.commands.every(
    (command) =>
      command.doubts.length === 0 &&
      command.assignments.length === 0 &&
      !HAS_LANGUAGE.has(readStaticWord(command.words[0] ?? makePlainWord("")) ?? "") &&
      askReadOnly(command, reading).kind === "free" &&
      command.outputs.every((word) => readStaticWord(word) === "/dev/null"),
  )
}

/** Programs that only read, but take a program of their own from a file. */
const HAS_LANGUAGE: ReadonlySet<string> = new Set(["jq", "sed", "find"])

/** The words of a simple command and all around it, in every form that is known. */
function listTexts(command: SimpleCommand, reading: CommandReading): readonly string[] {
  const assigned = command.assignments.flatMap(({ value }) => (value === undefined ? [] : [value]))
  return [...command.words, ...command.inputs, ...command.outputs, ...assigned].flatMap((word) =>
    (resolveWord(word, reading) ?? []).map(({ text }) => text.replace(/^\/0\//, "./")),
  )
}

function describeProgram(program: string): string {
  const files = findDefinedFiles(program)
  const shown = files.length > 3 ? [...files.slice(0, 3), "…"] : files
  return `${program} runs what its files say (${shown.join(", ")}): those are covered, what they run is not`
}

/** Words that are only known when the command runs, where they could be what runs. */
function listUnknown(command: SimpleCommand, reading: CommandReading): readonly string[] {
  const [first, ...rest] = command.words
  if (first === undefined) return []
  const name = readStaticWord(first)
  if (name === "xargs" || name === "parallel") return [`${name} gets names from its input, which is not known before`]
  const runsWords = name === undefined || RUNS_WORDS.test(name) || isRunning(name)
  const patterns = command.words.filter(isPattern)
  const unknown = (runsWords ? [first, ...rest] : [first]).filter((word) => !isPattern(word) && !isKnown(word, reading))
  return [
    ...patterns.map(({ raw }) => `${raw} means every file that matches: one more ends the approval`),
    ...unknown.map(({ raw }) => `what ${raw} means is only known when it runs`),
  ]
}

const RUNS_WORDS = /^(?:\.|source|cd|pushd|eval|trap)$/

function isRunning(name: string): boolean {
  const kind = classifyProgram(name)
  return kind === "interpreter" || kind === "runner"
}

function isPattern({ pieces }: ShellWord): boolean {
  const isOnlyThat = pieces.every((piece) => piece.kind === "text" || piece.from.kind === "files")
  return isOnlyThat && pieces.some((piece) => piece.kind === "value")
}

function isKnown(word: ShellWord, reading: CommandReading): boolean {
  const forms = resolveWord(word, reading)
  return forms !== undefined && forms.every(({ whole }) => whole) && (isOneWord(word) || forms.length > 0)
}
