import { END } from "../outcome.ts"
import type { StepKind } from "../workflow.ts"
import type { GraphNode, WorkflowGraph } from "./build-graph.ts"

/** The graph as a Mermaid flowchart. Nodes get our own ids, because a step may have the name of a Mermaid keyword. */
export function toMermaid(graph: WorkflowGraph): string {
  const ids = new Map<string, string>([[END, "done"]])
  for (const [at, { id }] of graph.nodes.entries()) if (id !== END) ids.set(id, `s${at + 1}`)
  const shown = graph.edges.filter(({ to }) => ids.has(to))
  return [
    "flowchart TD",
    "  begin((start))",
    ...graph.nodes.map((node) => `  ${ids.get(node.id)}${renderNode(node)}`),
    "  done((end))",
    ...(ids.has(graph.start) ? [`  begin --> ${ids.get(graph.start)}`] : []),
    ...shown.map(({ from, to, by, label }) => {
      const line = by.every((one) => one === "error" || one === "cheaper") ? "-.->" : "-->"
      return `  ${ids.get(from)} ${line}|"${escaped(label)}"| ${ids.get(to)}`
    }),
    "",
  ].join("\n")
}

const BRACKETS: Readonly<Record<StepKind, readonly [open: string, close: string]>> = {
  do: ["[", "]"],
  dispatch: ["([", "])"],
  fanout: ["[[", "]]"],
  gate: ["{", "}"],
  ask: ["[/", "/]"],
  compute: ["{{", "}}"],
  wait: ["(", ")"],
}

function renderNode({ id, kind, title }: GraphNode): string {
  const [open, close] = BRACKETS[kind]
  return `${open}"${escaped(id)}<br/>${escaped(title)}"${close}`
}

/** Inside quotes Mermaid only reads entities and tags; a backtick would begin Markdown. */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[^\p{L}\p{N} .,:?!/_()-]/gu, (character) => `#${character.codePointAt(0)};`)
}
