import { useEffect, useState } from "preact/hooks"
import { formatCount, showHidden } from "../format.ts"
import { useFocusKeys } from "../parts/list-tools.tsx"
import { Shown } from "../parts/parts.tsx"
import type { WireStep, WireVisit } from "../wire.ts"
import type { GraphLayout } from "./lay-out-graph.ts"

export interface GraphProps {
  readonly steps: readonly WireStep[]
  readonly visits: readonly WireVisit[]
  /** The step where the run is. */
  readonly at: string
  /** Of the run. */
  readonly state: string
  readonly isOver: boolean
  readonly open: string | undefined
  readonly onOpen: (step: string) => void
}

/** The steps of the pinned procedure: dashed are the planned ways, solid those that the run took, with how often. */
export function Graph({ steps, visits, at, state, isOver, open, onOpen }: GraphProps) {
  useFocusKeys(".node[tabindex]")
  const [layout, setLayout] = useState<GraphLayout | undefined>(undefined)
  useEffect(() => {
    let isOld = false
    void import("./lay-out-graph.ts").then(({ layOutGraph }) => {
      if (!isOld) setLayout(layOutGraph(steps))
    })
    return () => {
      isOld = true
    }
  }, [steps])
  if (layout === undefined) return <p class="dim loading">Drawing …</p>
  const walked = countWalked(visits, isOver ? at : undefined)
  return (
    <div class="graph" tabIndex={0} role="group" aria-label="The procedure as a graph">
      <svg width={layout.width} height={layout.height} viewBox={`0 0 ${layout.width} ${layout.height}`}>
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M0 0 L8 4 L0 8 z" class="arrow" />
          </marker>
        </defs>
        {layout.edges.map(({ from, to, outcomes, path, x, y }) => {
          const times = walked.get(`${from}→${to}`) ?? 0
          return (
            <g key={`${from}→${to}`} class={times > 0 ? "edge edge-walked" : "edge"}>
              <path d={path} marker-end="url(#arrow)" />
              <text x={x} y={y}>
                {outcomes.join(", ")}
                {times > 1 ? ` ×${times}` : ""}
              </text>
            </g>
          )
        })}
        {layout.nodes.map((node) => (
          <Node
            key={node.id}
            node={node}
            times={visits.reduce((sum, { step }) => sum + (step === node.id ? 1 : 0), 0)}
            state={node.id === at && !isOver ? state : undefined}
            isOpen={node.id === open}
            onOpen={onOpen}
          />
        ))}
      </svg>
    </div>
  )
}

interface NodeProps {
  readonly node: GraphLayout["nodes"][number]
  /** How often it was entered. */
  readonly times: number
  /** Of the run, if it is here. */
  readonly state: string | undefined
  readonly isOpen: boolean
  readonly onOpen: (step: string) => void
}

/** A step that was entered opens by a click or by Enter; the others are only planned. */
function Node({ node: { id, kind, x, y, width, height }, times, state, isOpen, onOpen }: NodeProps) {
  const marks = [
    `node-${kind}`,
    times > 0 && "node-walked",
    state && "node-at",
    state && `node-${state}`,
    isOpen && "node-open",
  ]
  const short = id.length > 24 ? `${id.slice(0, 23)}…` : id
  const opens = times > 0 && {
    role: "button" as const,
    // Attributes of SVG are not read in any other spelling.
    tabindex: 0,
    "aria-label": `${showHidden(short)} ${kind}, entered ${formatCount(times, "time")}`,
    onClick: () => onOpen(id),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return
      event.preventDefault()
      onOpen(id)
    },
  }
  return (
    <g
      class={["node", ...marks].filter(Boolean).join(" ")}
      transform={`translate(${x - width / 2} ${y - height / 2})`}
      {...opens}
    >
      <rect width={width} height={height} rx={kind === "end" ? height / 2 : 5} />
      <text x={width / 2} y={height / 2 - 3}>
        <Shown text={short} />
      </text>{" "}
      <text class="node-kind" x={width / 2} y={height / 2 + 12}>
        {kind}
        {times > 1 ? ` ×${times}` : ""}
      </text>
    </g>
  )
}

function countWalked(visits: readonly WireVisit[], end: string | undefined): ReadonlyMap<string, number> {
  const walked = new Map<string, number>()
  for (const [at, { step }] of visits.entries()) {
    const next = visits[at + 1]?.step ?? (at === visits.length - 1 && end === "end" ? "end" : undefined)
    if (next !== undefined) walked.set(`${step}→${next}`, (walked.get(`${step}→${next}`) ?? 0) + 1)
  }
  return walked
}
