import { randomUUID } from "node:crypto"
import type { Woken } from "../../../tasks/io/wake-agent.ts"
import { groupDigits } from "../../../text/format-count.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { wakeRoles } from "../../../tasks/model.ts"
import type { Receipt } from "../../../tasks/wake-facts.ts"
import { findOwnSession, isRunByHost } from "../../../tasks/hooks/find-own-session.ts"
import { defineCommand } from "../../parsing/command.ts"
import type { Io } from "../../output.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { requireAgentName, findSender, withTasks } from "./with-wake.ts"

const BUDGET = 8000

export const wake = defineCommand({
  more: "It marks the agent's messages as delivered. Run by the agent itself, it counts for its session in the host.",
  usage: 'AGENT ["message"] [--budget N] [--role R] [--receipt]',
  examples: [
    { line: "skillet wake orchestrator", about: "skill, task, messages and the next action" },
    {
      line: 'skillet wake backend "check task 2" --budget 2000 --receipt',
      about: "also prints on stderr what was left out",
    },
  ],
  options: {
    budget: { kind: "number", value: "N", about: "at most this many tokens (default 8,000)" },
    role: { kind: "choice", values: wakeRoles, about: "the agent's role, which is remembered (default: its last one)" },
    context: { kind: "text", value: "TEXT", about: "what a sub-agent must know from you" },
    from: { kind: "text", value: "NAME", about: "who sends the message" },
    news: { kind: "flag", about: "only what is new" },
    "dry-run": { kind: "flag", about: "only show what it would get: nothing is recorded or delivered" },
    receipt: { kind: "flag", about: "print the parts and what was left out on stderr" },
  },
  arguments: { least: 1, most: 2, what: "an agent's name" },
  async run({ options, arguments: [name = "", text] }, io) {
    const agent = requireAgentName(name)
    const tokens = options.budget ?? BUDGET
    if (tokens < 100) throw new UsageError("--budget is too small", "use 100 or more")
    if (options["dry-run"] === true && text !== undefined)
      throw new UsageError("--dry-run posts no message", "leave the message out, or leave --dry-run out")
    return withTasks(io, options, async (tasks) => {
      if (options["dry-run"] === true) {
        const packet = await tasks.preview({ agent, role: options.role, budget: { tokens } })
        if (options.json === true) io.json(packet)
        else io.out(packet.text.trimEnd())
        if (options.receipt === true) io.err(renderReceipt(packet.receipt).join("\n"))
        return 0
      }
      if (text !== undefined) await tasks.post({ from: findSender(io, options.from), text, to: agent })
      const woken = await tasks.wake(
        {
          agent,
          trigger: `wake:${randomUUID()}`,
          full: options.news !== true,
          because: text === undefined ? "on request" : "a new message",
          role: options.role,
          context: options.context,
          callerSession: options.role === undefined ? findOwnSession(io.env) : undefined,
          budget: { tokens },
        },
        async ({ text: packet, receipt }) => {
          const json = JSON.stringify({ text: packet, receipt }, null, io.isTerminal ? 2 : 0)
          await io.deliver(options.json === true ? json : packet.trimEnd())
          if (options.receipt === true) io.err(renderReceipt(receipt).join("\n"))
        },
      )
      if (woken.kind === "told" && woken.session === undefined && options.role === undefined && isRunByHost(io.env))
        io.err(NO_SESSION)
      return printBusy(woken, io)
    })
  },
})

const NO_SESSION =
  "The agent's session in its host is not known here, so this does not count for it: its next hook may deliver the same again."

export function printBusy(woken: Woken, io: Io): 0 | 1 {
  if (woken.kind !== "busy") return 0
  io.err("another process is waking this agent right now\n  try again in a moment")
  return 1
}

export function renderReceipt({ parts, leftOut, tokens, budget }: Receipt): readonly string[] {
  return [
    `${groupDigits(tokens)} of ${groupDigits(budget.tokens)} tokens`,
    ...parts.map(
      ({ part, tokens: cost, source, reason }) =>
        `  ${part}: ${groupDigits(cost)} tokens, from ${toVisibleLine(source)} (${toVisibleLine(reason)})`,
    ),
    ...leftOut.map(({ part, what, why }) => `  left out of ${part}: ${toVisibleLine(what)} (${why})`),
  ]
}
