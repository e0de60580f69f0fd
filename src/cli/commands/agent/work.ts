import { defineCommand } from "../../parsing/command.ts"
import { withAgents } from "./with-agents.ts"
import { requireAgentName } from "../wake/with-wake.ts"

export const agentWork = defineCommand({
  more: "spawn, prompt and recover start it in the background.",
  usage: "NAME",
  examples: [
    { line: "skillet agent work login-bqxm", about: "fails if there is no work, or if another process is doing it" },
    { line: "skillet agent work login-bqxm --cwd ../shop", about: "in another project" },
  ],
  options: {},
  arguments: { least: 1, most: 1, what: "an agent's name" },
  async run({ options, arguments: [name = ""] }, io) {
    const stop = new AbortController()
    const onEnd = () => stop.abort(new Error("interrupted"))
    process.once("SIGTERM", onEnd)
    try {
      return await withAgents(io, options, async (agents) => {
        const told = (sentence: string) => io.err(sentence)
        return (await agents.work(requireAgentName(name), { signal: stop.signal, told })) ? 0 : 1
      })
    } finally {
      process.removeListener("SIGTERM", onEnd)
    }
  },
})
