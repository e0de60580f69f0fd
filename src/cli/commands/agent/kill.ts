import { MOST_RECOVERIES } from "../../../tasks/agents/plan-recovery.ts"
import { defineCommand } from "../../parsing/command.ts"
import { requireAgentName } from "../wake/with-wake.ts"
import { withAgents } from "./with-agents.ts"
import { locateSkilletScript } from "../wake/skillet-script.ts"

export const agentKill = defineCommand({
  more: "Its task stays open.",
  usage: "NAME [--force]",
  examples: [
    { line: "skillet agent kill login-bqxm", about: "it gets five seconds to save its session" },
    { line: "skillet agent kill login-bqxm --force", about: "at once" },
  ],
  options: { force: { kind: "flag", about: "stop it immediately" } },
  arguments: { least: 1, most: 1, what: "an agent's name" },
  async run({ options, arguments: [given = ""] }, io) {
    return withAgents(io, options, async (agents) => {
      const { agent, wasRunning } = await agents.kill(requireAgentName(given), { force: options.force })
      if (options.json === true) io.json({ agent, wasRunning })
      else
        io.out(
          wasRunning
            ? `Stopped @${agent.agent}. Its status is ${agent.status}.`
            : `@${agent.agent} is not running. Its status is ${agent.status}.`,
        )
      return 0
    })
  },
})

export const agentRecover = defineCommand({
  more: "It continues its open task. After 3 restarts the task fails and a person is notified.",
  usage: "NAME",
  examples: [
    {
      line: "skillet agent recover login-bqxm",
      about: "it gets its task and its last 200 log lines, and must check the code first",
    },
    { line: "skillet agent recover login-bqxm --json", about: "which attempt it is" },
  ],
  options: {},
  arguments: { least: 1, most: 1, what: "an agent's name" },
  async run({ options, arguments: [given = ""] }, io) {
    const name = requireAgentName(given)
    return withAgents(io, options, async (agents) => {
      const recovered = await agents.recover(name, locateSkilletScript())
      const isStarted = recovered.kind === "start"
      if (options.json === true) io.json(recovered)
      else if (isStarted)
        io.out(
          `@${name} was started again for ${recovered.task.id} (attempt ${recovered.attempt} of ${MOST_RECOVERIES}).`,
        )
      else
        io.out(
          `${recovered.task.id} is marked as failed after ${MOST_RECOVERIES} attempts. A message for @human is stored.`,
        )
      return isStarted ? 0 : 1
    })
  },
})
