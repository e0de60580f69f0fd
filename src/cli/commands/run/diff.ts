import { type ChangedFile, describeChanges, type RecordedChanges } from "../../../run/changes/changes.ts"
import { escapeHidden, toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount, groupDigits } from "../../../text/format-count.ts"
import { formatDateTime } from "../../../text/format-time.ts"
import { defineCommand } from "../../parsing/command.ts"
import { withRunVerbs } from "./open.ts"

export const runDiff = defineCommand({
  more: "It is recorded for runs that were started with --changes. It shows what anybody changed in the checkout between two moments.",
  usage: "RUN [--step STEP [--round N]]",
  examples: [
    { line: "skillet run diff r-7k3f9qxm", about: "which files changed in each step" },
    { line: "skillet run diff r-7k3f9qxm --step implement", about: "the diff of a step" },
  ],
  options: {
    step: { kind: "text", value: "STEP", about: "print the diff of this step" },
    round: { kind: "number", value: "N", about: "the round (default: the latest)" },
  },
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [id = ""] }, io) {
    return withRunVerbs(io, options, async (runs) => {
      const { step, round } = options
      const recorded = await runs.changes(id, { step, round })
      const { isRecorded, changes } = recorded
      if (options.json === true) io.json(recorded)
      else if (!isRecorded) io.out(`Changes of ${id} are not recorded: it was started without --changes.`)
      else if (changes.length === 0) io.out(`Nothing was recorded ${step === undefined ? "yet" : `for ${step}`}.`)
      else io.out(changes.map((one) => renderChanges(one, step !== undefined)).join("\n\n"))
      return 0
    })
  },
})

const CAUSES = {
  report: "until it was reported",
  gate: "while commands of the gate ran",
  agent: "until the agent answered",
} as const

function renderChanges(changes: RecordedChanges, isWhole: boolean): string {
  const { step, round, item, cause, since, at, files, total, patch, leftOut, unknown } = changes
  const name = `${step}${round > 1 ? ` (${round})` : ""}${item === "-" ? "" : `/${item}`}`
  const lines = [
    `${name}  ${describeChanges(changes)}`,
    `${formatDateTime(since)} to ${formatDateTime(at)}, ${CAUSES[cause]}`,
    ...files.map(renderFile),
    ...(total > files.length ? [`… ${formatCount(total - files.length, "more file")}`] : []),
    ...(leftOut > 0 ? [`${formatCount(leftOut, "file")} too long for the diff`] : []),
  ].map((line, at) => (at === 0 ? "" : "  ") + toVisibleLine(line))
  const isShown = isWhole && unknown === undefined && patch !== ""
  return [...lines, ...(isShown ? ["", escapeHidden(patch.trimEnd())] : [])].join("\n")
}

const MARKS = { added: "+", removed: "−", changed: "~" } as const

function renderFile({ path, kind, added, removed, bytes }: ChangedFile): string {
  const size = bytes === undefined ? "" : `, ${groupDigits(bytes)} bytes`
  const lines = added === undefined ? `content not compared${size}` : `+${added} −${removed ?? 0}`
  return `${MARKS[kind]} ${path}  ${lines}`
}
