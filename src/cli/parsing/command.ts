import path from "node:path"
import { findNearestNames } from "../../text/find-nearest-names.ts"
import type { Io } from "../output.ts"
import { type CommonOptions, commonOptions } from "./common-options.ts"
import { type Arguments, type GivenWords, type Option, type OptionAlias, type Options, findOption } from "./options.ts"
import { UsageError } from "./usage-error.ts"

/** What a command's own file defines. An option of its own may replace one that every command takes. Its name and its sentence are in `commands.ts`, which is read without it. */
interface CommandSpec<O extends Options = Options> {
  /** What the help says after the sentence. */
  readonly more?: string
  /** What follows the name in the usage line. */
  readonly usage: string
  readonly examples: readonly CommandExample[]
  readonly options: O
  readonly arguments: Arguments
  /** Returns the exit code: 0 success, 1 the answer is no. */
  run(given: GivenWords<O & Omit<CommonOptions, keyof O>>, io: Io): Promise<0 | 1>
}

/** One command of the command line, as data: it drives parsing, help and completion. */
export interface Command extends Omit<CommandSpec, "run"> {
  /** Reads the words after the command's name and runs it. */
  run(words: readonly string[], called: { readonly name: string; readonly io: Io }): Promise<0 | 1>
}

/** A command before it is loaded: its name and sentence are known, the rest is its own file. */
export interface CommandEntry {
  readonly name: string
  readonly about: string
  load(): Promise<Command>
}

export interface CommandExample {
  readonly line: string
  readonly about: string
}

export function defineCommand<const O extends Options>(spec: CommandSpec<O>): Command {
  return {
    ...spec,
    run(words, { name, io }) {
      const given = parseWords({ ...spec, name }, words)
      return spec.run(given, chooseDatabase(io, (given.options as { readonly database?: string }).database))
    },
  }
}

/** The same as if the variable had been set. A relative path is taken from where the command is run. */
function chooseDatabase(io: Io, named: string | undefined): Io {
  if (named === undefined) return io
  if (named.trim() === "") throw new UsageError("--database is empty", "give a file or a postgres:// address")
  const isAddress = /^\w+:\/\//.test(named)
  return { ...io, env: { ...io.env, SKILLET_DB: isAddress ? named : path.resolve(io.cwd, named) } }
}

interface Expected<O extends Options> {
  readonly name: string
  readonly usage: string
  readonly options: O
  readonly arguments: Arguments
}

/** Reads the words after a command's name. `--` ends the options. */
function parseWords<O extends Options>(
  command: Expected<O>,
  words: readonly string[],
): GivenWords<O & Omit<CommonOptions, keyof O>> {
  const known: Options = { ...commonOptions, ...command.options }
  const options: Record<string, unknown> = {}
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    if (word === "--") {
      rest.push(...words.slice(at + 1))
      break
    }
    if (!isOption(word)) {
      rest.push(word)
      continue
    }
    const [name, inline] = cutOption(word)
    const { name: current, option } = findOption(known, name)
    if (option === undefined) throw unknownOption(command, name, known)
    if (option.kind === "flag") {
      options[current] = readFlag(name, inline)
      continue
    }
    const value = inline ?? (isKnownOption(words[at + 1], known) ? undefined : words[++at])
    if (value === undefined) throw new UsageError(describeMissingValue(name, option), `skillet ${command.name} --help`)
    options[current] = readValue(name, option, { value, before: options[current] })
  }
  checkCount(command, rest)
  checkFormat(options)
  return { options, arguments: rest } as unknown as GivenWords<O & Omit<CommonOptions, keyof O>>
}

/** `-` is standard input, and no option begins with a digit: `-5m` is a value that its command refuses by name. */
function isOption(word: string): boolean {
  return /^-(?!\d|$)/.test(word)
}

/** Another option is not the value of this one: `--diff --json` lacks a value. */
function isKnownOption(word: string | undefined, known: Options): boolean {
  return word?.startsWith("--") === true && findOption(known, cutOption(word)[0]).option !== undefined
}

function cutOption(word: string): readonly [string, string | undefined] {
  if (word === "-h") return ["help", undefined]
  const plain = word.replace(/^--?/, "")
  const equals = plain.indexOf("=")
  return equals === -1 ? [plain, undefined] : [plain.slice(0, equals), plain.slice(equals + 1)]
}

/** `--flag=true` is the same as `--flag`, as scripts write it. */
function readFlag(name: string, inline: string | undefined): boolean {
  if (inline === undefined || inline === "true") return true
  if (inline === "false") return false
  throw new UsageError(`--${name} does not take the value "${inline}"`, `write --${name} without a value`)
}

function readValue(
  name: string,
  option: Exclude<Option, OptionAlias | { kind: "flag" }>,
  given: { readonly value: string; readonly before: unknown },
): unknown {
  const isPath = "completes" in option && (option.completes === "file" || option.completes === "folder")
  if (isPath && given.value.trim() === "" && option.mayBeEmpty !== true)
    throw new UsageError(`--${name} is empty`, `give --${name} ${option.value}, ${option.about}`)
  switch (option.kind) {
    case "text":
      return given.value
    case "list":
      return [...((given.before as readonly string[] | undefined) ?? []), given.value]
    case "number": {
      const number = Number(given.value)
      if (!Number.isInteger(number) || number < 1)
        throw new UsageError(`--${name}: "${given.value}" is not a valid number`, "give a whole number of at least 1")
      return number
    }
    case "choice": {
      if (option.values.includes(given.value)) return given.value
      const near = findNearestNames(given.value, option.values)
      const all = `use ${option.values.join(", ")}`
      const hint = near.length > 0 ? `did you mean ${near.join(" or ")}? Else ${all}` : all
      throw new UsageError(`--${name}: "${given.value}" is not a valid value`, hint)
    }
  }
}

/** `--json` is short for `--format json`: with another format it is unclear which of the two is meant. */
function checkFormat({ json, format }: Readonly<Record<string, unknown>>): void {
  if (json === true && typeof format === "string" && format !== "json")
    throw new UsageError(`--json and --format ${format} exclude each other`, "give one of them")
}

function checkCount(command: Expected<Options>, rest: readonly string[]): void {
  const { least, most, what, mayBeEmpty = false } = command.arguments
  if (rest.length < least)
    throw new UsageError(`skillet ${command.name} needs ${what}`, `usage: skillet ${command.name} ${command.usage}`)
  // What follows the required arguments may be values for a skill, which can be empty.
  const named = least === 0 ? rest : rest.slice(0, least)
  if (named.includes("") && !mayBeEmpty)
    throw new UsageError(
      `skillet ${command.name} got an empty argument; it takes ${what}`,
      `usage: skillet ${command.name} ${command.usage}`,
    )
  if (rest.length > most) {
    const extra = rest[most] ?? ""
    throw new UsageError(
      `"${extra}" is one argument too many: skillet ${command.name} takes ${what}`,
      `usage: skillet ${command.name} ${command.usage}`,
    )
  }
}

function unknownOption(command: Expected<Options>, name: string, known: Options): UsageError {
  const shown = Object.keys(known).filter((one) => known[one]?.kind !== "alias")
  const near = findNearestNames(name, shown).map((other) => `--${other}`)
  const next =
    near.length > 0 ? `did you mean ${near.join(" or ")}?` : `skillet ${command.name} --help lists the options`
  return new UsageError(`skillet ${command.name} has no option --${name}`, next)
}

/** `--diff needs a value: RANGE, only what this range changes` */
function describeMissingValue(name: string, option: Exclude<Option, OptionAlias>): string {
  const value = option.kind === "choice" ? option.values.join("|") : "value" in option ? option.value : "VALUE"
  return `--${name} needs a value: ${value}, ${option.about}`
}
