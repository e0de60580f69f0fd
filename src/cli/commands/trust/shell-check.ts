import type { Readable } from "node:stream"
import { profiles } from "../../../hosts/profiles.ts"
import { decideCommand, type ShellDecision, type ShellRules } from "../../../shell/judge/decide-command.ts"
import { describeRuleProblem } from "../../../shell/rule.ts"
import { suggestRules } from "../../../trust/suggest-rules.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import type { Io } from "../../output.ts"
import { UsageError } from "../../parsing/usage-error.ts"

export const shellCheck = defineCommand({
  more: "It names the rule that covers each part, and runs nothing.",
  usage: "--allow RULE… [--ask RULE…] [--deny RULE…] -- COMMAND",
  examples: [
    { line: "skillet shell check --allow 'Bash(git log:*)' -- 'git log -5 | wc -l'", about: "no rule for wc" },
    { line: "skillet shell check --batch < commands.jsonl", about: '{"id", "command", "allow", "deny"} a line' },
  ],
  options: {
    allow: {
      kind: "list",
      value: "RULE",
      about: "what may run: Bash(git log:*), Bash(npm test), Bash (may be repeated)",
    },
    ask: { kind: "list", value: "RULE", about: "what a person must be asked about" },
    deny: { kind: "list", value: "RULE", about: "what may not run, whatever other rules say" },
    batch: { kind: "flag", about: "read JSON lines from stdin and answer each" },
  },
  arguments: { least: 0, most: Number.POSITIVE_INFINITY, what: "a command" },
  async run({ options, arguments: words }, io) {
    const rules: ShellRules = {
      allow: options.allow ?? [],
      ask: options.ask ?? [],
      deny: options.deny ?? [],
      // Only a host that is named adds its free commands: the answer must not depend on who asks.
      free: profiles[options.host === "auto" ? "open" : (options.host ?? "open")].rendering.freeCommands,
    }
    if (options.batch === true) {
      if (words.length > 0) throw new UsageError("--batch takes its commands from stdin", "remove the command")
      await answerLines(rules, io)
      return 0
    }
    if (words.length === 0) throw new UsageError("skillet shell check needs a command", "write it after --")
    const command = words.join(" ")
    const decision = decideCommand(command, rules)
    const suggested = decision.decision === "deny" ? suggestRules(command, rules) : []
    if (options.json === true) io.json(suggested.length === 0 ? decision : { ...decision, suggested })
    else print(decision, suggested, io)
    return decision.decision === "allow" ? 0 : 1
  },
})

function print(
  { decision, reason, commands, problems = [] }: ShellDecision,
  suggested: readonly string[],
  io: Io,
): void {
  io.out(`${decision}: ${toVisibleLine(reason)}`)
  for (const { words, decision: own, rule, reason: why } of commands) {
    io.out(`  ${own.padEnd(5)}  ${toVisibleLine(words.join(" "))}  (${toVisibleLine(rule ?? why)})`)
  }
  for (const rule of suggested) io.out(`  would be covered by  ${toVisibleLine(rule)}`)
  for (const problem of problems) io.err(`skillet: ${toVisibleLine(describeRuleProblem(problem))}`)
}

async function answerLines(rules: ShellRules, io: Io): Promise<void> {
  for await (const line of streamLines(process.stdin)) {
    if (line.trim() !== "") io.out(JSON.stringify(answerLine(line, rules)))
  }
}

/** Lines end only at line feeds: `node:readline` would also split at separators that JSON may contain. */
export async function* streamLines(input: Readable): AsyncGenerator<string> {
  let rest = ""
  for await (const chunk of input.setEncoding("utf8")) {
    const lines = `${rest}${String(chunk)}`.split("\n")
    rest = lines.pop() ?? ""
    yield* lines
  }
  yield rest
}

interface Answer extends Omit<ShellDecision, "problems"> {
  readonly id: unknown
}

/** Answers one line of a batch; rules on the command line apply to every line. */
export function answerLine(line: string, rules: ShellRules): Answer {
  const asked = readLine(line)
  if (typeof asked === "string") return { id: null, decision: "deny", reason: asked, commands: [] }
  const { id, command, allow = [], ask = [], deny = [] } = asked
  if (typeof command !== "string") return { id, decision: "deny", reason: "command is not a text", commands: [] }
  if (![allow, ask, deny].every(isTexts)) {
    return { id, decision: "deny", reason: "allow, ask and deny are lists of rules", commands: [] }
  }
  const { decision, reason, commands } = decideCommand(command, {
    ...rules,
    allow: [...rules.allow, ...(allow as readonly string[])],
    ask: [...(rules.ask ?? []), ...(ask as readonly string[])],
    deny: [...(rules.deny ?? []), ...(deny as readonly string[])],
  })
  return { id, decision, reason, commands }
}

interface Asked {
  readonly id: unknown
  readonly command?: unknown
  readonly allow?: unknown
  readonly ask?: unknown
  readonly deny?: unknown
}

function readLine(line: string): Asked | string {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "the line is not a JSON object"
    return { id: null, ...value }
  } catch (error) {
    if (error instanceof SyntaxError) return "the line is not JSON"
    throw error
  }
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string")
}
