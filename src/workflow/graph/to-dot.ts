import { END } from "../outcome.ts"
import type { StepKind } from "../workflow.ts"
import type { WorkflowGraph } from "./build-graph.ts"

/** The graph in the language of Graphviz. */
export function toDot(graph: WorkflowGraph): string {
  const known = new Set([END, ...graph.nodes.map(({ id }) => id)])
  return [
    `digraph ${quoted(graph.name)} {`,
    "  rankdir=TB;",
    '  node [fontname="sans-serif"];',
    '  edge [fontname="sans-serif"];',
    ...graph.nodes
      .filter(({ id }) => id !== END)
      .map(
        ({ id, kind, title }) =>
          `  ${quoted(id)} [label=${quoted(`${id}\n${title}`)}, shape=${SHAPES[kind]}${id === graph.start ? ", penwidth=2" : ""}];`,
      ),
    `  ${quoted(END)} [label="end", shape=doublecircle];`,
    ...graph.edges
      .filter(({ to }) => known.has(to))
      .map(({ from, to, by, label }) => {
        const isAside = by.every((one) => one === "error" || one === "cheaper")
        return `  ${quoted(from)} -> ${quoted(to)} [label=${quoted(label)}${isAside ? ", style=dashed" : ""}];`
      }),
    "}",
    "",
  ].join("\n")
}

const SHAPES: Readonly<Record<StepKind, string>> = {
  do: "box",
  dispatch: "ellipse",
  fanout: "box3d",
  gate: "diamond",
  ask: "parallelogram",
  compute: "hexagon",
  wait: "octagon",
}

function quoted(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  return `"${lines.map((line) => line.replace(/[\u0000-\u001f\u007f]/g, " ").replace(/["\\]/g, "\\$&")).join("\\n")}"`
}
