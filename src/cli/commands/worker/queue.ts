import type { DeadDispatch } from "../../../run/io/postgres/read-queue.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { withWorkers } from "./with-workers.ts"

export const runQueue = defineCommand({
  more: "Only runs that were given to workers (--agent workers) have messages.",
  usage: "--database postgres://…",
  examples: [
    { line: "skillet run queue", about: "how many messages of this project wait for workers" },
    { line: "skillet run queue --json", about: "as JSON" },
  ],
  options: {},
  arguments: noArguments,
  async run({ options }, io) {
    return withWorkers(io, options, async (workers) => {
      const state = await workers.queue()
      if (options.json === true) io.json(state)
      else {
        const { waiting, deferred, active, dead, counted } = state
        const parts = [`${waiting} waiting`, `${deferred} for later`, `${active} with workers (counted ${counted})`]
        io.out(`Messages of this project: ${[...parts, `${dead} dead`].join(", ")}.`)
      }
      return 0
    })
  },
})

export const runDead = defineCommand({
  more: "A message is dead when workers failed five times to handle it. While its dispatch is open, workers try it now and then all the same.",
  usage: "[--retry] --database postgres://…",
  examples: [
    { line: "skillet run dead", about: "which dispatches no worker could handle, and why" },
    { line: "skillet run dead --retry", about: "send all of them again" },
  ],
  options: { retry: { kind: "flag", about: "send them again" } },
  arguments: noArguments,
  async run({ options }, io) {
    return withWorkers(io, options, async (workers) => {
      if (options.retry === true) {
        const sent = await workers.retryDead()
        if (options.json === true) io.json({ sent })
        else io.out(`${formatCount(sent, "message")} sent again.`)
        return 0
      }
      const dead = await workers.dead()
      if (options.json === true) io.json(dead)
      else io.out(dead.length === 0 ? "No message of this project is dead." : dead.map(renderDead).join("\n"))
      return 0
    })
  },
})

function renderDead({ key, since, why }: DeadDispatch): string {
  const named = key === undefined ? "no dispatch" : `${key.run}/${key.step}/${key.round}/${key.item}`
  return toVisibleLine(`${named}  ${since}  ${why}`)
}
