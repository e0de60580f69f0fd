import dagre from "@dagrejs/dagre"
import type { WireStep } from "../wire.ts"

export interface GraphLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly {
    readonly id: string
    readonly kind: string
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }[]
  readonly edges: readonly {
    readonly from: string
    readonly to: string
    readonly outcomes: readonly string[]
    readonly path: string
    readonly x: number
    readonly y: number
  }[]
}

const LETTER = 7.4
const HEIGHT = 42
const END = "end"

/** Several outcomes that lead to the same step are one line. */
export function layOutGraph(steps: readonly WireStep[]): GraphLayout {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: "TB", nodesep: 28, ranksep: 44, marginx: 16, marginy: 16 })
  graph.setDefaultEdgeLabel(() => ({}))
  const kinds = new Map([...steps.map(({ id, kind }) => [id, kind] as const), [END, END]])
  for (const id of kinds.keys())
    graph.setNode(id, { width: Math.max(70, Math.min(24, id.length) * LETTER + 24), height: HEIGHT })
  const outcomes = new Map<string, string[]>()
  for (const { id, next } of steps)
    for (const { outcome, to } of next) {
      const key = `${id}→${to}`
      outcomes.set(key, [...(outcomes.get(key) ?? []), outcome])
      graph.setEdge(id, to, { width: 50, height: 14, labelpos: "c" })
    }
  dagre.layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  return {
    width,
    height,
    nodes: [...kinds].map(([id, kind]) => {
      const { x, y, width: wide, height: high } = graph.node(id)
      return { id, kind, x, y, width: wide, height: high }
    }),
    edges: graph.edges().map(({ v, w }) => {
      const {
        points,
        x = 0,
        y = 0,
      } = graph.edge(v, w) as { points: { x: number; y: number }[]; x?: number; y?: number }
      return { from: v, to: w, outcomes: outcomes.get(`${v}→${w}`) ?? [], path: drawLine(points), x, y }
    }),
  }
}

/** A smooth line through the points. */
function drawLine(points: readonly { readonly x: number; readonly y: number }[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ""
  const parts = rest.map(({ x, y }, at) => {
    const next = rest[at + 1]
    if (next === undefined) return `L${x} ${y}`
    return `Q${x} ${y} ${(x + next.x) / 2} ${(y + next.y) / 2}`
  })
  return `M${first.x} ${first.y} ${parts.join(" ")}`
}
