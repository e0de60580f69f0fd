import { renderHint } from "../../render-hint.ts"
import { defineCommand } from "../../parsing/command.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { requireAgentName, findSender } from "../wake/with-wake.ts"
import { withAgents } from "./with-agents.ts"
import { writeDeliveryNote } from "../wake/delivery-note.ts"
import { locateSkilletScript } from "../wake/skillet-script.ts"

export const prompt = defineCommand({
  more: "A spawned agent gets a new turn; any other agent gets it with its host's next hook.",
  usage: 'AGENT "message" [--from NAME]',
  examples: [
    { line: 'skillet prompt login-bqxm "Look at the session cookie as well"', about: "continues its session" },
    { line: 'skillet prompt orchestrator "The design is approved"', about: "delivered by the host's next hook" },
  ],
  options: { from: { kind: "text", value: "NAME", about: "who sends it (default: SKILLET_AGENT, else you)" } },
  arguments: { least: 2, most: 2, what: "an agent's name and a message", mayBeEmpty: true },
  async run({ options, arguments: [given = "", text = ""] }, io) {
    const agent = requireAgentName(given)
    if (text.trim() === "") throw new UsageError("the message is empty", `skillet prompt ${agent} "…"`)
    return withAgents(io, options, async (agents) => {
      const from = findSender(io, options.from)
      const { message, plan } = await agents.prompt({ agent, from, text, script: locateSkilletScript() })
      if (options.json === true) io.json({ message, ...plan })
      else io.out(`Message ${message.id} is stored for @${agent}. ${renderHint(writeDeliveryNote(agent, plan), io)}`)
      return 0
    })
  },
})
