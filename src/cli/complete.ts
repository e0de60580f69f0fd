import { commandEntries } from "./commands.ts"
import type { CommandEntry } from "./parsing/command.ts"
import { openWithOptions } from "./open-with-options.ts"
import type { Io } from "./output.ts"
import type { Catalog } from "../catalog/catalog.ts"
import { toVisibleLine } from "../text/escape-hidden.ts"
import { cutToWidth } from "../text/measure-width.ts"
import { moveLeadingOptions } from "./move-leading-options.ts"
import type { Command } from "./parsing/command.ts"
import { commonOptions } from "./parsing/common-options.ts"
import { cutLeadingOptions } from "./parsing/leading-options.ts"
import { type Completes, type Option, type OptionAlias, type Options, findOption } from "./parsing/options.ts"

/**
 * Prints the possible completions of the last word, one candidate per line: text, tab, short description. On any error
 * there are no candidates: nobody wants an error message in the middle of typing.
 */
export async function complete(words: readonly string[], io: Io): Promise<0> {
  const world = { commands: commandEntries, skills: completeSkills(io) }
  const found = await completeWords(cutLeadingOptions(moveLeadingOptions(words)).rest, world).catch(
    (): readonly Candidate[] => [],
  )
  if (found.length > 0) io.out(found.map(({ text, about }) => `${text}\t${about}`).join("\n"))
  return 0
}

function completeSkills(io: Io) {
  return async (options: TypedOptions, word: string): Promise<readonly Candidate[]> => {
    const catalog = await openWithOptions(expanded(options, io.env["HOME"]), { ...io, err: () => undefined }).catalog()
    return listSkillCandidates(catalog, word)
  }
}

/** The shell has not yet expanded the `~` of words that are still being typed. */
function expanded(options: TypedOptions, home: string | undefined): TypedOptions {
  if (home === undefined) return options
  const expand = (text: string) => text.replace(/^~(?=\/|$)/, home)
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      value === true ? value : typeof value === "string" ? expand(value) : value.map(expand),
    ]),
  )
}

/**
 * The skills as a person would type them; single copies (`deploy@user`) only once the word has its `@`. Names that a
 * shell would split are left out: the author of a skill must not choose what is on someone's command line.
 */
export function listSkillCandidates(catalog: Catalog, word: string): readonly Candidate[] {
  const winners = catalog.skills.map(({ ref, description }) => ({ text: ref, about: description }))
  const copies = [...catalog.skills, ...catalog.shadowed].flatMap(({ name, ref, source, description, path }) => [
    { text: ref === name ? `${name}@${source}` : ref, about: description === "" ? path : description },
  ])
  const seen = new Set<string>()
  return [...winners, ...(word.includes("@") ? copies : [])]
    .filter(({ text }) => SAFE.test(text) && !seen.has(text) && seen.add(text) !== undefined)
    .map(({ text, about }) => ({ text, about: cutToWidth(toVisibleLine(about), 60) }))
}

const SAFE = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.:@/#+-]{0,199}$/u

/** One possible completion of the word at the cursor. */
interface Candidate {
  readonly text: string
  /** One short line; may be empty. */
  readonly about: string
}

/** What completion needs from outside. */
export interface CompletionWorld {
  readonly commands: readonly CommandEntry[]
  /** The skills for the options typed so far. */
  skills(options: TypedOptions, word: string): Promise<readonly Candidate[]>
}

/** Possible completions of the last word. Nothing means that the shell knows better, as with files. */
export async function completeWords(words: readonly string[], world: CompletionWorld): Promise<readonly Candidate[]> {
  const word = words.at(-1) ?? ""
  const before = words.slice(0, -1)
  const all = await candidatesBehind(before, word, world)
  return all.filter(({ text }) => text.startsWith(word))
}

async function candidatesBehind(
  before: readonly string[],
  word: string,
  world: CompletionWorld,
): Promise<readonly Candidate[]> {
  if (before[0] === "help") return nextNames(world.commands, before.slice(1))
  const names = nextNames(world.commands, before)
  if (before.length === 0) return word.startsWith("-") ? wholeOptions : [...names, helpCommand]
  const entry = world.commands.find(({ name }) => name.split(" ").every((part, at) => before[at] === part))
  if (entry === undefined) return names
  const rest = before.slice(entry.name.split(" ").length)
  return [...names, ...(await ofCommand(await entry.load(), { rest, word }, world))]
}

const helpCommand: Candidate = { text: "help", about: "show help for a command" }
const wholeOptions: readonly Candidate[] = [
  { text: "--help", about: "list the commands" },
  { text: "--version", about: "print the version" },
]

function nextNames(commands: readonly CommandEntry[], before: readonly string[]): readonly Candidate[] {
  const abouts = new Map<string, string[]>()
  for (const { name, about } of commands) {
    const parts = name.split(" ")
    const next = parts[before.length]
    if (next === undefined || !before.every((part, at) => parts[at] === part)) continue
    abouts.set(next, [...(abouts.get(next) ?? []), about])
  }
  return [...abouts].map(([text, about]) => ({ text, about: about.join("; ") }))
}

interface AtCursor {
  /** The words between the command's name and the cursor. */
  readonly rest: readonly string[]
  readonly word: string
}

async function ofCommand(command: Command, at: AtCursor, world: CompletionWorld): Promise<readonly Candidate[]> {
  const options: Options = { ...command.options, ...commonOptions, ...command.options }
  const typed = readTyped(options, at.rest)
  const completeValue = (completes: Completes | readonly string[] | undefined, word: string) =>
    completes === "skill" ? world.skills(typed.options, word) : typeof completes === "object" ? plain(completes) : []

  if (typed.waiting !== undefined) return completeValue(findCompletion(typed.waiting), at.word)
  if (!typed.ended && at.word.startsWith("-")) {
    const equals = at.word.indexOf("=")
    if (equals === -1) return optionNames(options, typed.options)
    const name = at.word.slice(0, equals).replace(/^--?/, "")
    const { option } = findOption(options, name)
    const values = option === undefined ? [] : await completeValue(findCompletion(option), at.word.slice(equals + 1))
    return values.map(({ text, about }) => ({ text: at.word.slice(0, equals + 1) + text, about }))
  }
  const takesMore = typed.count < command.arguments.most
  if (!takesMore) return at.word === "" && !typed.ended ? optionNames(options, typed.options) : []
  return completeValue(command.arguments.completes, at.word)
}

function findCompletion(option: Exclude<Option, OptionAlias>): Completes | readonly string[] | undefined {
  switch (option.kind) {
    case "choice":
      return option.values
    case "text":
    case "list":
      return option.completes
    case "flag":
    case "number":
      return undefined
  }
}

function optionNames(options: Options, typed: TypedOptions): readonly Candidate[] {
  return Object.entries(options).flatMap(([name, option]) => {
    const isGiven = option.kind !== "list" && Object.hasOwn(typed, name)
    return option.kind === "alias" || isGiven ? [] : [{ text: `--${name}`, about: option.about }]
  })
}

function plain(texts: readonly string[]): readonly Candidate[] {
  return texts.map((text) => ({ text, about: "" }))
}

/** What was typed so far, valid or not. */
interface Typed {
  readonly options: TypedOptions
  /** How many arguments there are. */
  readonly count: number
  /** The option whose value comes next. */
  readonly waiting?: Exclude<Option, OptionAlias>
  /** `--` was typed: no options follow. */
  readonly ended: boolean
}

export type TypedOptions = Readonly<Record<string, true | string | readonly string[]>>

/** Reads the words of an unfinished command line. Unlike `parseWords` it refuses nothing: errors are skipped. */
function readTyped(known: Options, words: readonly string[]): Typed {
  const options: Record<string, true | string | readonly string[]> = {}
  let count = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    if (word === "--") return { options, count: count + words.length - at - 1, ended: true }
    const match = /^--?([^=]+)(?:=(.*))?$/su.exec(word)
    if (match === null) {
      count++
      continue
    }
    const [, typed = "", inline] = match
    const { name, option } = findOption(known, typed)
    if (option === undefined) continue
    if (option.kind === "flag") {
      options[name] = true
      continue
    }
    const value = inline ?? words[++at]
    if (value === undefined) return { options, count, waiting: option, ended: false }
    if (option.kind === "list") options[name] = [...((options[name] as readonly string[] | undefined) ?? []), value]
    else if (option.kind !== "choice" || option.values.includes(value)) options[name] = value
  }
  return { options, count, ended: false }
}
