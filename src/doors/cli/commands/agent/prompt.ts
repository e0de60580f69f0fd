import { promptAgent } from "../../../../app/wake/agents/prompt-agent.ts"
import type { PromptPlan } from "../../../../wake/agents/agent-work.ts"
import { defineCommand } from "../../command.ts"
import { UsageError } from "../../usage-error.ts"
import { agentName } from "../wake/wake.ts"
import { speaker, withWake } from "../wake/with-wake.ts"
import { ownScript } from "./with-agents.ts"

export const prompt = defineCommand({
  more: "A spawned agent is asked again; another is told by its host's next hook.",
  usage: 'AGENT "message" [--from NAME]',
  examples: [
    { line: 'skillet prompt login-bqxm "Look at the session cookie as well"', about: "goes on in its session" },
    { line: 'skillet prompt orchestrator "The design is approved"', about: "is told by the host's next hook" },
  ],
  options: { from: { kind: "text", value: "NAME", about: "who sends it (default: SKILLET_AGENT, else you)" } },
  arguments: { least: 2, most: 2, what: "an agent's name and a message" },
  async run({ options, arguments: [given = "", text = ""] }, io) {
    const agent = agentName(given)
    if (text.trim() === "") throw new UsageError("the message is empty", `skillet prompt ${agent} "…"`)
    return withWake(io, options, async (wake) => {
      const from = speaker(io, options.from)
      const { message, plan } = await promptAgent(wake, { agent, from, text, script: ownScript() })
      if (options.json === true) io.json({ message, ...plan })
      else io.out(`Message ${message.id} is posted. ${saying(agent, plan)}`)
      return 0
    })
  },
})

function saying(agent: string, plan: PromptPlan): string {
  switch (plan.kind) {
    case "start":
      return `@${agent} was woken and works on it.`
    case "working":
      return `@${agent} is working and is told after its current turn.`
    case "blocked":
      return `@${agent} waits for the answer to ${plan.question} and is told after it.`
    case "host":
      return `@${agent} has no driver and is told by its host's next hook, or by skillet wake ${agent}.`
  }
}
