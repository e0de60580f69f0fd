import type { ComparedVisit } from "../../../run/history/compare-runs.ts"
import type { PastVisit } from "../../../run/history/replay-visits.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { renderTable } from "../../terminal/table.ts"
import { withRunVerbs } from "./open.ts"

export const runCompare = defineCommand({
  more: "Steps are compared by their place, what they read, and how they went. Outputs are not.",
  usage: "RUN OTHER",
  examples: [
    { line: "skillet run compare r-7k3f9qxm r-2b8c4dwn", about: "where the second went another way" },
    { line: "skillet run compare r-7k3f9qxm r-2b8c4dwn --json", about: "every step of both" },
  ],
  options: {},
  arguments: { least: 2, most: 2, what: "two runs' ids" },
  async run({ options, arguments: [left = "", right = ""] }, io) {
    return withRunVerbs(io, options, async (runs) => {
      const comparison = await runs.compare(left, right)
      const { pairs, parts } = comparison
      if (options.json === true) io.json(comparison)
      else {
        if (pairs.length > 0) io.out(renderTable(pairs, columns(left, right), io.width).join("\n"))
        io.out(
          parts === undefined
            ? "The same steps with the same inputs and outcomes."
            : `They part at step ${parts + 1}: ${explain(pairs[parts]?.differs)}.`,
        )
      }
      return parts === undefined ? 0 : 1
    })
  },
})

function columns(left: string, right: string) {
  return [
    { title: toVisibleLine(left), text: ({ left: visit }: ComparedVisit) => renderVisit(visit) },
    { title: toVisibleLine(right), text: ({ right: visit }: ComparedVisit) => renderVisit(visit) },
    {
      title: "DIFFERS",
      text: ({ differs }: ComparedVisit) => (differs === undefined ? "" : explain(differs)),
      fills: true as const,
    },
  ]
}

function renderVisit(visit: PastVisit | undefined): string {
  if (visit === undefined) return "-"
  const round = visit.round > 1 ? ` (${visit.round})` : ""
  return toVisibleLine(`${visit.step}${round} ${visit.outcome ?? "…"}`)
}

const EXPLAINED = {
  step: "another step",
  inputs: "other inputs",
  outcome: "another outcome",
  missing: "only one run got here",
} as const

function explain(differs: ComparedVisit["differs"]): string {
  return differs === undefined ? "" : EXPLAINED[differs]
}
