import type { Command, Option, Options } from "./command.ts"
import { commonOptions } from "./common-options.ts"

/** The help of one command: a sentence, the usage, examples, options. Under 40 lines, or the command does too much. */
export function renderHelp(command: Command): string {
  const own = optionLines(command.options)
  return [
    command.about,
    "",
    `Usage: skillet ${command.name} ${command.usage}`.trimEnd(),
    "",
    "Examples:",
    ...command.examples.map(({ line, about }) => `  ${line.padEnd(44)} ${about}`.trimEnd()),
    "",
    ...(own.length === 0 ? [] : ["Options:", ...own, ""]),
    "Always:",
    ...optionLines(commonOptions),
  ].join("\n")
}

function optionLines(options: Options): readonly string[] {
  return Object.entries(options).map(([name, option]) => {
    const left = `  --${name}${placeholder(option)}`
    return `${left.padEnd(26)} ${option.about}${choices(option)}`
  })
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

/** The help of the whole: every command with its sentence. */
export function renderOverview(commands: readonly { readonly name: string; readonly about: string }[]): string {
  const widest = Math.max(...commands.map(({ name }) => name.length))
  return [
    "Skillet finds every skill your agents could use, says which one wins, and checks it before you trust it.",
    "",
    "Usage: skillet COMMAND …",
    "",
    "Commands:",
    ...commands.map(({ name, about }) => `  ${name.padEnd(widest)}  ${about}`),
    "",
    "Examples:",
    "  skillet list --host claude       what Claude Code would see here",
    "  skillet why deploy               every copy of deploy, and which one wins",
    "",
    "skillet COMMAND --help tells more. Every command takes --json and --cwd DIR.",
  ].join("\n")
}
