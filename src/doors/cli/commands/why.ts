import { explainName } from "../../../app/explain-name.ts"
import type { Explanation } from "../../../catalog/explain-name.ts"
import { visibleLine } from "../../../text/visible-text.ts"
import { defineCommand } from "../command.ts"
import { catalogOptions, openFor } from "../common-options.ts"
import type { Io } from "../io.ts"
import { shortPath } from "../terminal/short-path.ts"
import { styled } from "../terminal/style.ts"
import { renderTable } from "../terminal/table.ts"

export const why = defineCommand({
  name: "why",
  about: "Say which copy of a name wins, by which rule, and what each agent would do with it.",
  usage: "REF",
  examples: [
    { line: "skillet why deploy", about: "every copy of deploy" },
    { line: "skillet why deploy --host claude", about: "by the order of Claude Code" },
  ],
  options: { ...catalogOptions },
  arguments: { least: 1, most: 1, what: "a skill's name", completes: "skill" },
  async run({ options, arguments: [ref = ""] }, io) {
    const skillet = openFor(options, io)
    const explanation = await explainName(skillet, ref)
    if (options.json === true) io.json(explanation)
    else io.out(renderExplanation(explanation, io, skillet.around.cwd).join("\n"))
    return 0
  },
})

function renderExplanation(explanation: Explanation, io: Io, cwd: string): readonly string[] {
  const short = (path: string) => visibleLine(shortPath(path, io, cwd))
  const copies = renderTable(
    explanation.copies,
    [
      { title: "", text: ({ fate }) => (fate === "winner" ? "▸" : " ") },
      { title: "COPY", text: ({ ref }) => visibleLine(ref) },
      { title: "FATE", text: ({ fate }) => fate },
      { title: "FILE", text: ({ path }) => short(path) },
      {
        title: "WHY",
        text: ({ rule }) => visibleLine(rule.split(cwd === "/" ? "\0" : `${cwd}/`).join("")),
        fills: true,
      },
    ],
    io.width,
  )
  const hosts = renderTable(
    explanation.hosts,
    [
      { title: "AGENT", text: ({ host, title }) => (host === explanation.host ? `${title} *` : title) },
      { title: "ANSWER", text: ({ answer }) => visibleLine(answer) },
      { title: "FILE", text: ({ paths }) => paths.map(short).join(", "), fills: true },
    ],
    io.width,
  )
  return [
    styled(io, "bold", visibleLine(explanation.name)),
    "",
    ...copies,
    "",
    ...hosts,
    "",
    `* the rules in force here; --host chooses others`,
  ]
}
