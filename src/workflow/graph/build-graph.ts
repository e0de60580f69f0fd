import { type EdgeBy, listStepEdges, listEdges, findReachable, findReaching } from "../edges.ts"
import { END } from "../outcome.ts"
import { type Step, type StepKind, findStep, type Workflow } from "../workflow.ts"

/** A workflow as a graph: its steps, transitions and loops. */
export interface WorkflowGraph {
  readonly name: string
  readonly start: string
  /** In the order of the definition. The end is not among them. */
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly loops: readonly GraphLoop[]
  /** Steps from which the end cannot be reached. */
  readonly deadEnds: readonly string[]
  readonly unreachable: readonly string[]
}

export interface GraphNode {
  readonly id: string
  readonly kind: StepKind
  readonly title: string
  readonly phase?: string | undefined
  readonly maxRounds?: number | undefined
  readonly reviewLimit?: number | undefined
}

/** All transitions from one step to another. */
export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly by: readonly EdgeBy[]
  /** The label of the line: `ok`, `fail, error`, `other` for outcomes that only the default covers. */
  readonly label: string
}

/** A transition back to a step that leads here. */
export interface GraphLoop {
  readonly from: string
  readonly to: string
  readonly label: string
  /** How often it may be repeated; absent if neither of the two says. */
  readonly limit?: number | undefined
}

export function buildGraph(workflow: Workflow): WorkflowGraph {
  const edges = workflow.steps.flatMap(edgesOfNode)
  const plain = listEdges(workflow)
  const reached = findReachable([workflow.start], plain)
  const ending = findReaching([END], plain)
  const ids = workflow.steps.map(({ id }) => id)
  const order = new Map(ids.map((id, at) => [id, at]))
  const isBack = ({ from, to }: GraphEdge) => (order.get(to) ?? Number.POSITIVE_INFINITY) <= (order.get(from) ?? -1)
  return {
    name: workflow.name,
    start: workflow.start,
    nodes: workflow.steps.map(toNode),
    edges,
    loops: edges
      .filter((edge) => isBack(edge) && findReachable([edge.to], plain).has(edge.from))
      .map((edge) => describeLoop(edge, workflow)),
    deadEnds: ids.filter((id) => !ending.has(id)),
    unreachable: ids.filter((id) => !reached.has(id)),
  }
}

function toNode(step: Step): GraphNode {
  const limit = step.kind === "gate" ? step.loop?.limit : undefined
  return {
    id: step.id,
    kind: step.kind,
    title: step.title,
    phase: step.phase,
    maxRounds: step.maxRounds,
    reviewLimit: limit,
  }
}

function edgesOfNode(step: Step): readonly GraphEdge[] {
  const byTarget = new Map<string, EdgeBy[]>()
  for (const { to, by } of listStepEdges(step)) byTarget.set(to, [...(byTarget.get(to) ?? []), by])
  return [...byTarget].map(([to, by]) => ({ from: step.id, to, by, label: labelEdge(step, by) }))
}

function labelEdge(step: Step, by: readonly EdgeBy[]): string {
  const isNamed = (one: EdgeBy) => one === "error" || one === "cheaper" || step.next[one] !== undefined
  const unnamed = by.filter((one) => !isNamed(one))
  const isRest = unnamed.length > 2
  return [...by.filter((one) => isNamed(one) || !isRest), ...(isRest ? ["other"] : [])].join(", ")
}

function describeLoop({ from, to, by, label }: GraphEdge, workflow: Workflow): GraphLoop {
  const source = findStep(workflow, from)
  const reviews = source?.kind === "gate" && by.includes("fail") ? source.loop?.limit : undefined
  const limit = reviews ?? findStep(workflow, to)?.maxRounds ?? source?.maxRounds
  return { from, to, label, limit }
}
