import type { CodeNode, CodeTree } from "../../code-tree.ts"
import { findEnclosingFunction } from "./definitions/definition.ts"
import { readShape } from "./shapes/read-shape.ts"
import type { CallShape } from "./shapes/code-shape.ts"

/** Every call in the file that calls this function. */
export function findCallsTo(
  tree: CodeTree,
  findFunction: (callee: CodeNode) => CodeNode | undefined,
  fn: CodeNode,
): readonly CallShape[] {
  const known = callers.get(tree) ?? findCallers(tree, findFunction)
  callers.set(tree, known)
  return known.get(fn) ?? []
}

const callers = new WeakMap<CodeTree, ReadonlyMap<CodeNode, readonly CallShape[]>>()

function findCallers(tree: CodeTree, findFunction: (callee: CodeNode) => CodeNode | undefined) {
  const found = new Map<CodeNode, CallShape[]>()
  for (const node of tree.ofKind("call_expression", "call")) {
    const shape = readShape(node, tree.language)
    const fn = shape.kind === "call" ? findFunction(shape.callee) : undefined
    if (fn !== undefined && shape.kind === "call") found.set(fn, [...(found.get(fn) ?? []), shape])
  }
  return found
}

/** What a function returns: its own return statements, or an arrow's expression. */
export function findReturnedValues(fn: CodeNode): readonly CodeNode[] {
  const body = fn.field("body")
  if (body === undefined) return []
  if (!body.kind.endsWith("block")) return [body]
  return findDescendants(
    body,
    (node) => node.kind === "return_statement" && findEnclosingFunction(node) === fn,
  ).flatMap((statement) => statement.named.slice(0, 1))
}

/** Every node below for which it is true. */
export function findDescendants(node: CodeNode, is: (node: CodeNode) => boolean): readonly CodeNode[] {
  const found: CodeNode[] = []
  const visit = (at: CodeNode): void => {
    if (is(at)) found.push(at)
    for (const child of at.named) visit(child)
  }
  for (const child of node.named) visit(child)
  return found
}
