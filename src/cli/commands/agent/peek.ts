import { formatCount } from "../../../text/format-count.ts"
import type { ShownLine } from "../../../run/io/agents/list-asked-agents.ts"
import { readRawRecord } from "../../../agents/raw-lines.ts"
import { toVisibleLine, escapeHidden, escapeHiddenAsJson } from "../../../text/escape-hidden.ts"
import { formatSecond } from "../../../text/format-time.ts"
import { defineCommand } from "../../parsing/command.ts"
import { renderHint } from "../../render-hint.ts"
import type { Io } from "../../output.ts"
import { requireAgentName, findSender } from "../wake/with-wake.ts"
import { withAgents } from "./with-agents.ts"

const MOST_FINISHED = 100
const MOST_WIDE = 160

export const agentPeek = defineCommand({
  more: "For a finished agent it prints the last 100 lines.",
  usage: "NAME [--as READER]",
  examples: [
    { line: "skillet agent peek login-bqxm", about: "only what is new to you" },
    { line: "skillet agent peek login-bqxm --json", about: "complete events, one per line" },
  ],
  options: {
    as: { kind: "text", value: "READER", about: "who is looking (default: SKILLET_AGENT, else you)" },
  },
  arguments: { least: 1, most: 1, what: "an agent's name" },
  async run({ options, arguments: [given = ""] }, io) {
    return withAgents(io, options, async (agents) => {
      const { agent: name, status } = await agents.find(requireAgentName(given))
      const isJson = options.json === true
      const news = await agents.news(name, requireAgentName(findSender(io, options.as)))
      const lines = status === "running" || status === "blocked" ? news : await agents.log(name)
      const told = isJson ? lines : lines.filter(({ text }) => text !== undefined)
      const shown = lines === news ? told : told.slice(-MOST_FINISHED)
      const left = told.length - shown.length
      if (left > 0) io.err(renderHint(`${formatCount(left, "earlier line")}: skillet agent logs ${name}`, io))
      print(shown, isJson, io)
      if (!isJson) io.err(`The status of @${name} is ${status}.${shown.length === 0 ? " Nothing is new." : ""}`)
      return 0
    })
  },
})

export const agentLogs = defineCommand({
  more: "With --raw it prints the lines of the agent's program; values of variables that look like keys are hidden.",
  usage: "NAME [--raw] [--last N]",
  examples: [
    { line: "skillet agent logs login-bqxm", about: "whole texts" },
    { line: "skillet agent logs login-bqxm --last 20 --json", about: "the last events, with the prompts" },
    { line: "skillet agent logs login-bqxm --raw --json", about: "the program's own lines, as one array" },
  ],
  options: {
    raw: { kind: "flag", about: "the lines that the agent's program printed, not the events read from them" },
    last: { kind: "number", value: "N", about: "only the last N events or lines" },
  },
  arguments: { least: 1, most: 1, what: "an agent's name" },
  async run({ options, arguments: [given = ""] }, io) {
    return withAgents(io, options, async (agents) => {
      const { agent: name } = await agents.find(requireAgentName(given))
      const isJson = options.json === true
      if (options.raw === true) {
        printRaw(name, takeLast(await agents.rawLog(name), options.last), { isJson, io })
        return 0
      }
      const lines = (await agents.log(name)).filter(({ text }) => isJson || text !== undefined)
      const shown = takeLast(lines, options.last)
      if (isJson) print(shown, true, io)
      else if (shown.length > 0)
        io.out(shown.map(({ line, text }) => `${formatSecond(line.at)}  ${escapeHidden(text ?? "")}`).join("\n"))
      else io.err(`The log of @${name} is empty.`)
      return 0
    })
  },
})

function takeLast<Item>(items: readonly Item[], most: number | undefined): readonly Item[] {
  return most === undefined ? items : items.slice(items.length - Math.min(most, items.length))
}

function printRaw(name: string, lines: readonly string[], { isJson, io }: { isJson: boolean; io: Io }): void {
  if (isJson) io.json(lines.map(readRawRecord))
  else for (const line of lines) io.out(escapeHiddenAsJson(line))
  if (!isJson && lines.length === 0) io.err(`No raw output of @${name} is stored.`)
}

function print(lines: readonly ShownLine[], isJson: boolean, io: Io): void {
  for (const { line, text = "" } of lines)
    io.out(isJson ? JSON.stringify(line) : `${formatSecond(line.at)}  ${toVisibleLine(text.slice(0, MOST_WIDE))}`)
}
