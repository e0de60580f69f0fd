import type { TranscriptNews } from "../../../run/io/agents/list-asked-agents.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import type { Io } from "../../output.ts"
import { formatSpent } from "../../terminal/agent-activity.ts"
import { withRunVerbs } from "./open.ts"

export const runWatch = defineCommand({
  more: "For another terminal; it changes nothing.",
  usage: "RUN",
  examples: [
    { line: "skillet run watch r-7k3f9qxm", about: "one line for each thing an agent does" },
    { line: "skillet run watch r-7k3f9qxm --json", about: "the same as JSON lines" },
  ],
  options: {},
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [id = ""] }, io) {
    return withRunVerbs(io, options, async (runs) => {
      let shown = ""
      for await (const { run, news } of await runs.watch(id)) {
        for (const one of news) printNews(one, options.json === true, io)
        const state = `${run.status} at ${run.step}${run.round > 1 ? ` (round ${run.round})` : ""}; ${formatSpent(run)}`
        if (state !== shown && options.json !== true) io.out(toVisibleLine(`${run.id}: ${state}`))
        if (state !== shown && options.json === true)
          io.out(
            JSON.stringify({ run: run.id, status: run.status, step: run.step, round: run.round, spent: run.spent }),
          )
        shown = state
        if (run.status !== "running") return run.status === "failed" ? 1 : 0
      }
      return 0
    })
  },
})

const MOST = 160

function printNews({ transcript, lines }: TranscriptNews, isJson: boolean, io: Io): void {
  const who = transcript.slice(transcript.lastIndexOf("/") + 1).replace(/\.jsonl$/, "")
  for (const { line, text } of lines) {
    if (isJson) io.out(JSON.stringify({ agent: who, ...line }))
    else if (text !== undefined) io.out(toVisibleLine(`${who}: ${text}`.slice(0, MOST)))
  }
}
