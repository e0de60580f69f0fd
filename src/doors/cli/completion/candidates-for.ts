import type { Command } from "../parsing/command.ts"
import type { Completes, Option, Options } from "../parsing/options.ts"
import type { CommandEntry } from "../commands.ts"
import { commonOptions } from "../parsing/common-options.ts"
import { readTyped, type TypedOptions } from "./read-typed.ts"

/** One thing the word at the cursor could become. */
export interface Candidate {
  readonly text: string
  /** One short line; may be empty. */
  readonly about: string
}

/** What completion has to ask for. */
export interface CompletionWorld {
  readonly commands: readonly CommandEntry[]
  /** The skills that the options typed so far lead to. */
  skills(options: TypedOptions, word: string): Promise<readonly Candidate[]>
}

/** What the last word could become. Nothing means that the shell knows better, as with files. */
export async function candidatesFor(words: readonly string[], world: CompletionWorld): Promise<readonly Candidate[]> {
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

const helpCommand: Candidate = { text: "help", about: "tell more about a command" }
const wholeOptions: readonly Candidate[] = [
  { text: "--help", about: "list the commands" },
  { text: "--version", about: "say which version this is" },
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
  const options: Options = { ...command.options, ...commonOptions }
  const typed = readTyped(options, at.rest)
  const valuesOf = (completes: Completes | readonly string[] | undefined, word: string) =>
    completes === "skill" ? world.skills(typed.options, word) : typeof completes === "object" ? plain(completes) : []

  if (typed.waiting !== undefined) return valuesOf(completedBy(typed.waiting), at.word)
  if (!typed.ended && at.word.startsWith("-")) {
    const equals = at.word.indexOf("=")
    if (equals === -1) return optionNames(options, typed.options)
    const name = at.word.slice(0, equals).replace(/^--?/, "")
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    const values = option === undefined ? [] : await valuesOf(completedBy(option), at.word.slice(equals + 1))
    return values.map(({ text, about }) => ({ text: at.word.slice(0, equals + 1) + text, about }))
  }
  const takesMore = typed.count < command.arguments.most
  if (!takesMore) return at.word === "" && !typed.ended ? optionNames(options, typed.options) : []
  return valuesOf(command.arguments.completes, at.word)
}

function completedBy(option: Option): Completes | readonly string[] | undefined {
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
  return Object.entries(options)
    .filter(([name, option]) => option.kind === "list" || !Object.hasOwn(typed, name))
    .map(([name, option]) => ({ text: `--${name}`, about: option.about }))
}

function plain(texts: readonly string[]): readonly Candidate[] {
  return texts.map((text) => ({ text, about: "" }))
}
