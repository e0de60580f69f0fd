import type { KeptState } from "../../../doctor/io/show-state.ts"
import { openSkilletState } from "../../../skillet/open-skillet-state.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { renderTable } from "../../terminal/table.ts"
import { formatCount } from "../../../text/format-count.ts"
import { formatSize } from "./format-size.ts"

export const state = defineCommand({
  usage: "",
  examples: [
    { line: "skillet state", about: "sizes by kind" },
    { line: "skillet state prune --older-than 30d", about: "remove what is old" },
  ],
  options: {},
  arguments: noArguments,
  async run({ options }, io) {
    const kept = await openSkilletState(io.env).show()
    if (options.json === true) {
      io.json(kept)
      return 0
    }
    const rows = renderTable(
      kept.kinds,
      [
        { title: "KIND", text: ({ kind }) => kind },
        { title: "SIZE", text: ({ bytes }) => formatSize(bytes), align: "right" },
        { title: "FILES", text: ({ files }) => String(files), align: "right", drops: 2 },
        { title: "WHAT", text: ({ kind }) => abouts[kind] ?? "", drops: 1 },
        { title: "WHERE", text: ({ paths }) => shortenPath(paths[0] ?? "", io, io.cwd) },
      ],
      io.width,
    )
    io.out([...rows, "", totals(kept)].join("\n"))
    if (kept.lost !== undefined) io.err(`skillet: ${kept.lost}`)
    return 0
  },
})

const abouts: Readonly<Record<string, string>> = {
  runs: "runs, tasks and messages",
  texts: "large texts of runs, each stored once",
  transcripts: "what agents did",
  agents: "sessions, limits, logs and worktrees",
  approvals: "what you approved",
  cache: "rebuilt when needed",
}

function totals({ kinds, runs }: KeptState): string {
  const bytes = kinds.reduce((sum, one) => sum + one.bytes, 0)
  return `${formatSize(bytes)} in all; ${formatCount(runs.all, "run")}, ${runs.running} of them running`
}
