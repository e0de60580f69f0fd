import { findShellParts, MOST_COMMANDS } from "../skill/body/template.ts"
import type { SkillText } from "../skill/read-skill.ts"
import { listFileNames } from "./naming/list-file-names.ts"
import { type FileNames, joinNames } from "./naming/split-names.ts"
import { expandGrants } from "../shell/tool-grants.ts"
import { readCommand } from "../shell/reading/read-command.ts"
import { type SimpleCommand, readStaticWord } from "../shell/reading/words/shell-word.ts"
import { classifyProgram } from "../shell/judge/options/programs/runners.ts"

/** What a skill could do, as shown to a person before approval: with real paths in place of variables. */
export interface SkillActions {
  readonly commands: readonly { readonly command: string; readonly line: number }[]
  readonly grants: readonly string[]
  readonly hooks: readonly string[]
  /** Files that its commands, hooks or grants would run, as written. An approval covers them. */
  readonly runs: readonly string[]
  /** Everything in them that could name a file. */
  readonly names: FileNames
  /** What they run that cannot be named before, as sentences. */
  readonly unnamed: readonly string[]
}

/** `procedure` is the text of its workflow.yaml, whose gates run commands too. */
export function listSkillActions(
  skill: SkillText,
  variables: Readonly<Record<string, string>>,
  procedure = "",
): SkillActions {
  const commands = findShellParts(skill.body).map(({ parts, line }) => ({
    command: expandText(parts.map(({ source }) => source).join(""), variables),
    line: skill.bodyLine + line - 1,
  }))
  const hooks = hookCommands(skill.header.hooks)
  const grants = expandGrants(skill.header.allowedTools ?? [], variables)
  const texts = [
    ...commands.slice(0, MOST_COMMANDS).map(({ command }) => command),
    ...hooks.map((hook) => expandText(hook.replace(/^\w+: /, ""), variables)),
    ...grants.map(commandOfGrant),
    ...listGateCommands(procedure).map((command) => expandText(command, variables)),
  ]
  const written = texts.filter((text) => text !== "")
  const named = written.map((text) => listFileNames(text))
  return {
    commands,
    grants,
    hooks,
    runs: written.flatMap(listFilesRun),
    names: joinNames(named.map(({ names }) => names)),
    unnamed: [...new Set(named.flatMap(({ unnamed }) => unnamed))],
  }
}

/** Commands of gates, as far as the text shows them: a line too many only makes an approval cover more. */
function listGateCommands(procedure: string): readonly string[] {
  const found = procedure.matchAll(/\bcommand["']?:[ \t]*(?:[|>][^\n]*\n((?:[ \t]+[^\n]*(?:\n|$))+)|([^\n]*))/g)
  return [...found].map(([, block, line]) => (block ?? line ?? "").replace(/^["'\s]+|[\s"'}\]]+$/g, ""))
}

/** A command or hook as it would run, with real paths in place of variables. */
function expandText(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(?:CLAUDE|SKILLET)_(\w+)\}/g, (written, name: string) => variables[name] ?? written)
}

/** The command that a grant names, if any. */
function commandOfGrant(grant: string): string {
  return /^Bash\((.*?)(?::\*|\s\*)?\)$/.exec(grant.trim())?.[1] ?? ""
}

function hookCommands(hooks: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  return Object.entries(hooks ?? {}).flatMap(([event, groups]) =>
    (
      groups as readonly {
        readonly hooks: readonly { readonly type: string; readonly command?: string; readonly prompt?: string }[]
      }[]
    ).flatMap((group) => group.hooks.map((hook) => `${event}: ${hook.command ?? hook.prompt ?? ""}`)),
  )
}

/**
 * The files that a command would run, by the paths it names: programs in a directory, and the scripts given to an
 * interpreter or a wrapper. Words that are only known at run time cannot be named.
 */
export function listFilesRun(command: string): readonly string[] {
  return [...new Set(readCommand(command).commands.flatMap((each) => listRunFiles(each)))]
}

function listRunFiles({ words }: SimpleCommand): readonly string[] {
  const [name, ...rest] = words.map((word) => readStaticWord(word))
  if (name === undefined) return []
  const own = name.includes("/") ? [name] : []
  const kind = classifyProgram(name)
  const isSourced = name === "source" || name === "."
  if (kind !== "interpreter" && kind !== "runner" && !isSourced) return own
  return [...own, ...rest.filter((word) => word !== undefined && isFileName(word)).map(String)]
}

/** An operand that could be a file: a path, or a name with an extension. */
function isFileName(word: string): boolean {
  return !word.startsWith("-") && !/[\s;|&$`]/.test(word) && !word.includes("://") && /\/|\.\w+$/.test(word)
}
