import { wakeEventKinds } from "../../../tasks/model.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import { formatDateTime } from "../../../text/format-time.ts"
import { defineCommand } from "../../parsing/command.ts"
import { requireAgentName } from "../wake/with-wake.ts"
import { renderEventFields } from "../../terminal/event-fields.ts"
import { withAgents } from "./with-agents.ts"

const MOST = 200

export const agentEvents = defineCommand({
  more: "Oldest first. A chosen skill has its version, its digest and the reason.",
  usage: "AGENT [--kind KIND] [--after N] [--most N]",
  examples: [
    { line: "skillet agent events orchestrator", about: "wake-ups, skills and compactions" },
    { line: "skillet agent events orchestrator --kind skill_chosen --json", about: "the history of its skills" },
  ],
  options: {
    kind: { kind: "choice", values: wakeEventKinds, about: "only events of this kind" },
    after: { kind: "number", value: "N", about: "only events after this one" },
    most: { kind: "number", value: "N", about: `look at no more than the last N events (default ${MOST})` },
  },
  arguments: { least: 1, most: 1, what: "an agent's name" },
  async run({ options, arguments: [given = ""] }, io) {
    return withAgents(io, options, async (agents) => {
      const name = requireAgentName(given)
      const found = await agents.events(name, { after: options.after, most: options.most ?? MOST })
      const events = found.filter(({ kind }) => options.kind === undefined || kind === options.kind)
      if (options.json === true) io.json({ events })
      else if (events.length === 0)
        io.out(`No such event of @${name}: looked at ${formatCount(found.length, "event")}.`)
      else
        for (const { seq, kind, at, data } of events) {
          const fields = toVisibleLine(`${kind} ${renderEventFields(data)}`)
          io.out(`${String(seq).padStart(4)}  ${formatDateTime(at, "second")}  ${fields}`)
        }
      return 0
    })
  },
})
