import type { Topic } from "./topics.ts"
import type { Command } from "./parsing/command.ts"
import type { Option, OptionAlias, Options } from "./parsing/options.ts"
import { catalogOptions, commonOptions } from "./parsing/common-options.ts"

/** The help of one command: what it does, the usage, examples, options. Under 40 lines, or the command does too much. */
export function renderHelp({ name, about }: Named, command: Command, under: readonly string[] = []): string {
  const folded = listFoldedOptions(command.options)
  const own = optionLines(Object.fromEntries(Object.entries(command.options).filter(([one]) => !folded.includes(one))))
  const hidden = ["help", ...Object.keys(command.options)]
  const sentence = `${about.charAt(0).toUpperCase()}${about.slice(1)}.`
  const seeAlso = under.length === 0 ? undefined : `See also: skillet ${under.join(", ")}.`
  return [
    [sentence, command.more, describeFolded(folded), seeAlso].filter((text) => text !== undefined).join(" "),
    "",
    `Usage: skillet ${name} ${command.usage}`.trimEnd(),
    "",
    "Examples:",
    ...command.examples.map(({ line, about }) => `  ${line.padEnd(44)} # ${about}`),
    "",
    ...(own.length === 0 ? [] : ["Options:", ...own, ""]),
    "Always:",
    ...optionLines(commonOptions).filter((line) => !hidden.some((one) => line.startsWith(`  --${one} `))),
  ].join("\n")
}

/** In a help with many options, those that say where skills are share a sentence: `list` explains them. */
function listFoldedOptions(options: Options): readonly string[] {
  const names = Object.keys(catalogOptions)
  const hasAll = names.every((name) => Object.hasOwn(options, name))
  return hasAll && Object.keys(options).length > MANY ? names : []
}

const MANY = 24

function describeFolded(folded: readonly string[]): string | undefined {
  if (folded.length === 0) return undefined
  const words = folded.map((name) => `--${name}`)
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)} work as in skillet list.`
}

function optionLines(options: Options): readonly string[] {
  return Object.entries(options).flatMap(([name, option]) => {
    if (option.kind === "alias") return []
    const left = `  --${name}${placeholder(option)}`
    return [`${left.padEnd(26)} ${option.about}${choices(option)}`]
  })
}

function placeholder(option: Exclude<Option, OptionAlias>): string {
  switch (option.kind) {
    case "flag":
      return ""
    case "choice":
      return " WHICH"
    case "text":
    case "list":
    case "number":
      return ` ${option.value}`
  }
}

function choices(option: Option): string {
  return option.kind === "choice" && option.values.length <= 10 ? `: ${option.values.join(", ")}` : ""
}

interface Named {
  readonly name: string
  readonly about: string
}

/** What Skillet is, in the sentence that the README and the package begin with, broken for a terminal. */
const INTRODUCTION = [
  "Skillet shows which skills your coding agents really use, checks what each skill could do before you trust it,",
  "and runs its procedures so that no step is lost.",
]

/**
 * The help of the whole command line: every command with one sentence, by topic. A group with its own sentence takes
 * one line, and so does a command that begins others, such as `review`: its own help names them.
 */
export function renderOverview(all: readonly Named[], { topics, groupAbouts }: Overview): string {
  const lines = topics.map(({ title, words }) => ({
    title,
    shown: words.flatMap((word) => findShown(word, all, groupAbouts)),
  }))
  const widest = Math.max(...lines.flatMap(({ shown }) => shown.map(({ name }) => name.length)))
  return [
    ...INTRODUCTION,
    "",
    "Usage: skillet COMMAND …",
    ...lines.flatMap(({ title, shown }) => ["", `${title}:`, ...commandLines(shown, widest)]),
    "",
    "Examples:",
    "  skillet list --host claude       # what Claude Code would see here",
    "  skillet why deploy               # every copy of deploy, and which one wins",
    "",
    "skillet COMMAND --help has the details. Every command takes --json and --cwd DIR.",
  ].join("\n")
}

interface Overview {
  readonly topics: readonly Topic[]
  readonly groupAbouts: Readonly<Record<string, string>>
}

/** The help of a group such as `trust`: its commands. */
export function renderGroup(group: string, commands: readonly Named[]): string {
  const widest = Math.max(...commands.map(({ name }) => name.length))
  return [
    `Usage: skillet ${group} COMMAND …`,
    "",
    "Commands:",
    ...commandLines(commands, widest),
    "",
    `skillet ${group} COMMAND --help has the details.`,
  ].join("\n")
}

function commandLines(commands: readonly Named[], widest: number): readonly string[] {
  return commands.map(({ name, about }) => `  ${name.padEnd(widest)}  ${about}`)
}

function findShown(word: string, all: readonly Named[], groupAbouts: Overview["groupAbouts"]): readonly Named[] {
  const whole = all.filter(({ name }) => name === word)
  if (whole.length > 0) return whole
  const about = Object.hasOwn(groupAbouts, word) ? groupAbouts[word] : undefined
  return about === undefined ? all.filter(({ name }) => name.startsWith(`${word} `)) : [{ name: `${word} …`, about }]
}
