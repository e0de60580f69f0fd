import type { Command } from "./parsing/command.ts"
import type { Option, Options } from "./parsing/options.ts"
import { commonOptions } from "./parsing/common-options.ts"

/** The help of one command: what it does, the usage, examples, options. Under 40 lines, or the command does too much. */
export function renderHelp({ name, about }: Named, command: Command): string {
  const own = optionLines(command.options)
  const sentence = `${about.charAt(0).toUpperCase()}${about.slice(1)}.`
  return [
    command.more === undefined ? sentence : `${sentence} ${command.more}`,
    "",
    `Usage: skillet ${name} ${command.usage}`.trimEnd(),
    "",
    "Examples:",
    ...command.examples.map(({ line, about }) => `  ${line.padEnd(44)} ${about}`.trimEnd()),
    "",
    ...(own.length === 0 ? [] : ["Options:", ...own, ""]),
    "Always:",
    ...optionLines(commonOptions).filter((line) => !line.startsWith("  --help")),
  ].join("\n")
}

function optionLines(options: Options): readonly string[] {
  const all = Object.entries(options)
  return all
    .filter(([, option]) => sameAs(option) === undefined)
    .map(([name, option]) => {
      const left = `  --${name}${placeholder(option)}`
      const others = all.filter(([, other]) => sameAs(other) === name).map(([other]) => ` (also --${other})`)
      return `${left.padEnd(26)} ${option.about}${others.join("")}${choices(option)}`
    })
}

function sameAs(option: Option): string | undefined {
  return "sameAs" in option ? option.sameAs : undefined
}

function placeholder(option: Option): string {
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

/** The help of the whole: every command with its sentence; a group with a sentence of its own is one line. */
export function renderOverview(all: readonly Named[], groups: Readonly<Record<string, string>> = {}): string {
  return [
    "Skillet finds every skill your agents could use, says which one wins, and checks it before you trust it.",
    "",
    "Usage: skillet COMMAND …",
    "",
    ...commandLines(folded(all, groups)),
    "",
    "Examples:",
    "  skillet list --host claude       what Claude Code would see here",
    "  skillet why deploy               every copy of deploy, and which one wins",
    "",
    "skillet COMMAND --help tells more. Every command takes --json and --cwd DIR.",
  ].join("\n")
}

/** The help of a group such as `trust`: its commands. */
export function renderGroup(group: string, commands: readonly Named[]): string {
  return [
    `Usage: skillet ${group} COMMAND …`,
    "",
    ...commandLines(commands),
    "",
    `skillet ${group} COMMAND --help tells more.`,
  ].join("\n")
}

function commandLines(commands: readonly Named[]): readonly string[] {
  const widest = Math.max(...commands.map(({ name }) => name.length))
  return ["Commands:", ...commands.map(({ name, about }) => `  ${name.padEnd(widest)}  ${about}`)]
}

function folded(all: readonly Named[], groups: Readonly<Record<string, string>>): readonly Named[] {
  const seen = new Set<string>()
  return all.flatMap((command) => {
    const [group = ""] = command.name.split(" ")
    const about = Object.hasOwn(groups, group) && command.name !== group ? groups[group] : undefined
    if (about === undefined) return [command]
    if (seen.has(group)) return []
    seen.add(group)
    return [{ name: `${group} …`, about }]
  })
}
