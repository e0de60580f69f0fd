import { openSkilletState } from "../../../skillet/open-skillet-state.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { UsageError } from "../../parsing/usage-error.ts"
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
    const olderThan = readAge(options["older-than"])
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
    if (pruned.needed > 0) io.out(`${pruned.needed} old runs were kept: a running run or an open task needs them`)
    return 0
  },
})

const HOUR = 3_600_000
const units: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR }

/** Approvals and limits are never removed by age, and there is no default age. */
function readAge(text: string | undefined): number {
  const [, count = "", unit = ""] = /^(\d{1,5})([hdw])$/.exec(text?.trim() ?? "") ?? []
  const milliseconds = Number(count) * (units[unit] ?? 0)
  if (count === "" || milliseconds === 0)
    throw new UsageError(
      text === undefined ? "--older-than is missing" : `--older-than is "${text}"`,
      "give --older-than with hours, days or weeks, such as 12h, 30d or 8w",
    )
  return milliseconds
}
