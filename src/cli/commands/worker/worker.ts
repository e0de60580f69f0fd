import type { WorkerEntry } from "../../../run/io/postgres/worker-options.ts"
import { agentDrivers, type AgentDriverName } from "../../../settings/agent-settings.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { takeOverSignals } from "../../take-over-signals.ts"
import { withWorkers } from "./with-workers.ts"

export const worker = defineCommand({
  more: "It works on runs of this project that were given to workers (--agent workers), and prints one line of JSON for each dispatch. With a role that may, it also starts what schedules with --agent workers are due to do. SIGTERM stops it: what it has is finished or given back.",
  usage: "--database postgres://… [--agents A,B] [--concurrency N] [--port N]",
  examples: [
    {
      line: "skillet worker --database postgres://skillet@db/skillet",
      about: "with the first agent that is installed",
    },
    { line: "skillet worker --agents claude,api --concurrency 8 --port 9464", about: "two agents, with metrics" },
    { line: "skillet worker --agents command --program ./agent", about: "a program is the agent" },
    { line: "skillet worker --checkout /srv/shop", about: "in a clone; runs of other clones at the same commit too" },
  ],
  options: {
    agents: { kind: "text", value: "LIST", about: "the agents it may ask, in order (default auto)" },
    program: { kind: "text", value: "LINE", about: "the program of the agent command, with its arguments" },
    checkout: {
      kind: "text",
      value: "DIR",
      about: "do the work here, a clone of the project (default --cwd)",
      completes: "folder",
    },
    concurrency: { kind: "number", value: "N", about: "how many dispatches at the same time (default 4)" },
    grace: { kind: "number", value: "SECONDS", about: "how long work may go on once it is stopped (default 30)" },
    lease: { kind: "number", value: "SECONDS", about: "how long others wait if it falls silent (default 30)" },
    port: { kind: "number", value: "N", about: "serve /health and /metrics on this port of 127.0.0.1" },
  },
  arguments: noArguments,
  async run({ options }, io) {
    const agents = readAgents(options.agents)
    const stop = new AbortController()
    const onEnd = () => stop.abort(new Error("stopped"))
    const restore = takeOverSignals(onEnd)
    try {
      const place = { ...options, cwd: options.checkout ?? options.cwd }
      return await withWorkers(io, place, async (workers) => {
        await workers.work({
          agents,
          program: options.program,
          concurrency: options.concurrency,
          grace: options.grace,
          lease: options.lease,
          port: options.port,
          stop: stop.signal,
          log: (entry) => io.out(renderEntry(entry)),
          ready: (how) => io.out(JSON.stringify({ time: new Date().toISOString(), event: "ready", ...how })),
        })
        return 0
      })
    } finally {
      restore()
    }
  },
})

function readAgents(list: string | undefined): readonly AgentDriverName[] {
  const names = (list ?? "").split(",").map((name) => name.trim())
  const isKnown = (name: string): name is AgentDriverName => agentDrivers.some((one) => one === name)
  const wrong = names.find((name) => name !== "" && !isKnown(name))
  if (wrong !== undefined)
    throw new UsageError(`--agents: there is no agent "${wrong}"`, `use some of ${agentDrivers.join(", ")}`)
  return names.filter(isKnown)
}

function renderEntry({ event, outcome, key, message, ...more }: WorkerEntry): string {
  return JSON.stringify({ time: new Date().toISOString(), event, outcome, ...key, ...more, message })
}
