import { openSkilletState } from "../../../skillet/open-skillet-state.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { readAge } from "../../parsing/read-age.ts"
import { formatCount } from "../../../text/format-count.ts"
import { formatSize } from "./format-size.ts"

export const statePrune = defineCommand({
  usage: "--older-than AGE [--dry-run]",
  examples: [
    { line: "skillet state prune --older-than 30d", about: "what was last used more than 30 days ago" },
    { line: "skillet state prune --older-than 12h --dry-run", about: "only print what would be removed" },
  ],
  options: {
    "older-than": { kind: "text", value: "AGE", about: "such as 12h, 30d or 8w" },
    "dry-run": { kind: "flag", about: "only print what would be removed" },
  },
  arguments: noArguments,
  async run({ options }, io) {
    const olderThan = readAge("older-than", options["older-than"])
    const isDryRun = options["dry-run"] === true
    const pruned = await openSkilletState(io.env).prune({ olderThan, isDryRun })
    if (options.json === true) {
      io.json(pruned)
      return 0
    }
    const done = isDryRun ? "would be removed" : "removed"
    io.out(
      `${formatCount(pruned.runs.length, "run")} and ${formatCount(pruned.files, "file")} ${done}, ${isDryRun ? "at least " : ""}${formatSize(pruned.bytes)}`,
    )
    if (pruned.sessions > 0) io.out(`${formatCount(pruned.sessions, "session")} of hosts ${done}`)
    if (pruned.messages > 0) io.out(`${formatCount(pruned.messages, "dead message")} to workers ${done}`)
    if (pruned.needed > 0) io.out(`${pruned.needed} old runs were kept: a running run or an open task needs them`)
    return 0
  },
})
