import { drawInTerminal } from "../../../workflow/graph/draw-in-terminal.ts"
import { buildGraph } from "../../../workflow/graph/build-graph.ts"
import { toDot } from "../../../workflow/graph/to-dot.ts"
import { toMermaid } from "../../../workflow/graph/to-mermaid.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"

export const workflowGraph = defineCommand({
  usage: "WORKFLOW [--format WHICH]",
  examples: [
    { line: "skillet workflow graph planner", about: "in the terminal" },
    { line: "skillet workflow graph planner --format mermaid", about: "for a Markdown page" },
  ],
  options: {
    format: {
      kind: "choice",
      values: ["text", "mermaid", "dot", "json"] as const,
      about: "how to draw it (default text)",
    },
    ascii: { kind: "flag", about: "draw with plain characters" },
    ...catalogOptions,
  },
  arguments: { least: 1, most: 1, what: "a workflow's name or directory", completes: "skill" },
  async run({ options, arguments: [name = ""] }, io) {
    const { workflow } = await openWithOptions(options, io).workflows.open(name)
    const format = options.json === true ? "json" : (options.format ?? "text")
    const graph = buildGraph(workflow)
    const width = Number.isFinite(io.width) ? io.width : 100
    if (format === "json") io.json(graph)
    else if (format === "text") io.out(drawInTerminal(workflow, { width, unicode: options.ascii !== true }))
    else io.out(format === "mermaid" ? toMermaid(graph) : toDot(graph))
    return 0
  },
})
