import { formatCount } from "../../text/format-count.ts"
import { cutToWidth, padToWidth, measureWidth } from "../../text/measure-width.ts"
import { END } from "../outcome.ts"
import type { Workflow } from "../workflow.ts"
import { type GraphEdge, type GraphNode, type WorkflowGraph, buildGraph } from "./build-graph.ts"
import { type Pen, choosePen } from "./pen.ts"

export interface DrawOptions {
  readonly width: number
  readonly unicode: boolean
}

/** Space that the text needs; the rest, to its right, is for lines. */
const TEXT_AT_LEAST = 44
const TEXT_AT_MOST = 84
const LANES_AT_MOST = 8

/**
 * Steps from top to bottom in the order of the definition. A line on the left joins a step with the one below it. Other
 * transitions run along the right, or are written out if there is no room for a line.
 */
export function drawInTerminal(workflow: Workflow, { width, unicode }: DrawOptions): string {
  const graph = buildGraph(workflow)
  const pen = choosePen(unicode)
  const room = Math.min(LANES_AT_MOST, Math.max(0, Math.floor((width - TEXT_AT_LEAST) / 2)))
  const rows = layOutRows(graph, pen, width < TEXT_AT_LEAST + 16)
  const lanes = layLanes(rows, room)
  const laneCount = Math.max(0, ...lanes.map(({ column }) => column + 1))
  const widest = Math.max(0, ...rows.map((row) => measureWidth(renderRow(row, lanes, pen))))
  const textRoom = Math.max(10, Math.min(widest, TEXT_AT_MOST, width - (laneCount === 0 ? 0 : 2 * laneCount + 2)))
  return rows.map((row, at) => `${drawRow({ row, at, textRoom, lanes }, pen)}\n`).join("")
}

/** A line of the drawing before the lanes are added to it. */
interface Row {
  readonly text: string
  /** The step it represents: where lanes arrive. */
  readonly step?: string
  /** A transition from here to a step that is not the next. */
  readonly leaving?: { readonly to: string; readonly isUp: boolean; readonly isEnd: boolean }
}

/** In a narrow drawing, only the symbol of a step shows its kind. */
function layOutRows(graph: WorkflowGraph, pen: Pen, isNarrow: boolean): readonly Row[] {
  const order = new Map(graph.nodes.map(({ id }, at) => [id, at]))
  const idWidth = Math.min(28, Math.max(0, ...graph.nodes.map(({ id }) => measureWidth(id))))
  const kindWidth = Math.max(0, ...graph.nodes.map(({ kind }) => kind.length))
  const rows = graph.nodes.flatMap((node, at): readonly Row[] => {
    const below = graph.nodes[at + 1]?.id ?? END
    const edges = graph.edges.filter(({ from }) => from === node.id)
    const down = edges.find(({ to }) => to === below)
    const aside = edges.filter((edge) => edge !== down)
    const name = padToWidth(cutToWidth(node.id, idWidth, pen.cut), idWidth)
    const kind = isNarrow ? "" : `${padToWidth(node.kind, kindWidth)}  `
    const text = `${pen.kinds[node.kind]} ${name}  ${kind}${describeNode(node, graph)}`
    return [
      { text, step: node.id },
      ...aside.map((edge, nth) =>
        asideRow(edge, { isLast: nth === aside.length - 1 && down === undefined, at, order, pen }),
      ),
      { text: down === undefined ? "" : `${pen.down}${edges.length > 1 ? ` ${down.label}` : ""}` },
    ]
  })
  return [...rows, { text: `${pen.end} ${END}` }]
}

function describeNode(node: GraphNode, graph: WorkflowGraph): string {
  const title = node.title.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim()
  const notes = [
    ...(node.maxRounds === undefined ? [] : [`up to ${formatCount(node.maxRounds, "round")}`]),
    ...(node.reviewLimit === undefined ? [] : [`up to ${formatCount(node.reviewLimit, "review")}`]),
    ...(node.id === graph.start && graph.nodes[0] !== node ? ["start"] : []),
    ...(graph.unreachable.includes(node.id) ? ["unreachable"] : []),
    ...(graph.deadEnds.includes(node.id) ? ["never ends"] : []),
  ]
  return notes.length === 0 ? title : `${title} (${notes.join(", ")})`
}

interface AsideContext {
  readonly isLast: boolean
  readonly at: number
  readonly order: ReadonlyMap<string, number>
  readonly pen: Pen
}

function asideRow({ to, label }: GraphEdge, { isLast, at, order, pen }: AsideContext): Row {
  const place = order.get(to)
  return {
    text: `${isLast ? pen.lastBranch : pen.branch} ${label} `,
    leaving: { to, isUp: place !== undefined && place <= at, isEnd: place === undefined },
  }
}

/** A transition without a lane is written out. */
function renderRow(row: Row, lanes: readonly Lane[], pen: Pen): string {
  if (row.leaving === undefined || hasLane(row, lanes)) return row.text
  const { to, isUp, isEnd } = row.leaving
  return `${row.text}${pen.arrow} ${to}${isEnd ? "" : isUp ? pen.up : pen.further}`
}

function hasLane({ leaving }: Row, lanes: readonly Lane[]): boolean {
  return leaving !== undefined && lanes.some(({ to, isUp }) => to === leaving.to && isUp === leaving.isUp)
}

interface PlacedRow {
  readonly row: Row
  readonly at: number
  readonly textRoom: number
  readonly lanes: readonly Lane[]
}

function drawRow({ row, at, textRoom, lanes }: PlacedRow, pen: Pen): string {
  const text = cutToWidth(renderRow(row, lanes, pen), textRoom, pen.cut)
  const here = lanes.filter(({ top, bottom }) => top <= at && at <= bottom)
  if (here.length === 0) return text.trimEnd()
  const isArrival = row.step !== undefined
  const joining = here.filter(({ rows }) => rows.includes(at))
  const reach = Math.max(-1, ...joining.map(({ column }) => column))
  const fill = joining.length > 0 && !isArrival ? pen.across : " "
  const head = joining.length === 0 ? "  " : isArrival ? ` ${pen.arrival}` : pen.across.repeat(2)
  const width = Math.max(...here.map(({ column }) => column)) + 1
  const cells = Array.from({ length: width }, (_, column) => {
    const lane = here.find((one) => one.column === column)
    const isUnder = column < reach
    const line = pen.line({
      up: lane !== undefined && at > lane.top,
      down: lane !== undefined && at < lane.bottom,
      left: column <= reach && (isUnder || lane?.rows.includes(at) === true),
      right: isUnder,
    })
    return `${column <= reach ? pen.across : " "}${line}`
  })
  return `${text}${fill.repeat(textRoom - measureWidth(text))}${head}${cells.join("")}`.trimEnd()
}

/** The role of a row for its lanes: where some arrive, or where one is joined. */
interface LanedRow {
  readonly step?: string
  readonly leaving?: { readonly to: string; readonly isUp: boolean; readonly isEnd: boolean }
}

/** A line along the right of the drawing: all transitions to one step from below it, or from above it. */
interface Lane {
  readonly to: string
  readonly isUp: boolean
  readonly top: number
  readonly bottom: number
  /** Where it is joined and where it arrives. */
  readonly rows: readonly number[]
  /** From 0, the nearest to the text. */
  readonly column: number
}

/** Short lanes are inside long ones; a transition that fits in none of the columns gets no lane. */
function layLanes(rows: readonly LanedRow[], columns: number): readonly Lane[] {
  const rowByStep = new Map(rows.flatMap(({ step }, at) => (step === undefined ? [] : [[step, at] as const])))
  const wanted = new Map<string, Omit<Lane, "column">>()
  for (const [at, { leaving }] of rows.entries()) {
    const arrival = leaving === undefined || leaving.isEnd ? undefined : rowByStep.get(leaving.to)
    if (leaving === undefined || arrival === undefined) continue
    const key = `${leaving.isUp} ${leaving.to}`
    const before = wanted.get(key)?.rows ?? [arrival]
    const joined = [...before, at]
    wanted.set(key, {
      to: leaving.to,
      isUp: leaving.isUp,
      rows: joined,
      top: Math.min(...joined),
      bottom: Math.max(...joined),
    })
  }
  const lanes: Lane[] = []
  for (const lane of [...wanted.values()].sort((a, b) => a.bottom - a.top - (b.bottom - b.top) || a.top - b.top)) {
    const isFree = (column: number) =>
      !lanes.some((other) => other.column === column && other.top <= lane.bottom && lane.top <= other.bottom)
    const column = Array.from({ length: columns }, (_, nth) => nth).find(isFree)
    if (column !== undefined) lanes.push({ ...lane, column })
  }
  return lanes
}
