import { toVisibleLine } from "../../../text/escape-hidden.ts"
import type { Agent } from "../../../tasks/model.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { renderHint } from "../../render-hint.ts"
import { renderTable } from "../../terminal/table.ts"
import { withAgents } from "./with-agents.ts"

interface Row extends Agent {
  readonly doing?: string | undefined
}

export const agentStatus = defineCommand({
  usage: "",
  examples: [
    { line: "skillet agent status", about: "one line for each" },
    { line: "skillet agent status --json", about: "with sessions, turns and questions" },
  ],
  options: {},
  arguments: noArguments,
  async run({ options }, io) {
    return withAgents(io, options, async (agents) => {
      const found = await agents.list()
      const rows = await Promise.all(
        found.map(async (agent): Promise<Row> => ({ ...agent, doing: await doing(agent) })),
      )
      if (options.json === true) io.json({ agents: rows })
      else if (rows.length === 0)
        io.out(renderHint('There are no agents on this branch. skillet agent spawn KIND "task" starts one.', io))
      else io.out(renderTable(rows, columns, io.width).join("\n"))
      return 0

      async function doing({ agent, status, work, question }: Agent): Promise<string | undefined> {
        if (question !== undefined) return `waiting for the answer to ${question}`
        return status === "running" && work !== undefined ? (await agents.state(agent))?.doing : undefined
      }
    })
  },
})

const columns = [
  { title: "AGENT", text: ({ agent }: Row) => `@${toVisibleLine(agent)}` },
  { title: "STATUS", text: ({ status }: Row) => status },
  { title: "ROLE", text: ({ role }: Row) => role, drops: 2 },
  { title: "DRIVER", text: ({ driver, client }: Row) => driver ?? toVisibleLine(client ?? "host"), drops: 1 },
  { title: "TASK", text: ({ work }: Row) => work?.task ?? "", drops: 3 },
  { title: "DOING", text: ({ doing }: Row) => toVisibleLine(doing ?? ""), fills: true as const },
]
