import type { CodeNode } from "../../code-tree.ts"
import { findAncestor, findEnclosingFunction, functionKinds } from "../tree-shapes.ts"

/** The name of a function, or of the variable that holds it. */
export function readFunctionName(fn: CodeNode): string {
  const named = fn.field("name") ?? (fn.parent?.kind === "variable_declarator" ? fn.parent.field("name") : undefined)
  return named?.text ?? ""
}

export function findEnclosingFunctionName(node: CodeNode): string {
  const fn = findEnclosingFunction(node)
  return fn === undefined ? "" : readFunctionName(fn)
}

/** Whether a node is part of a class that React renders. */
export function isInComponentClass(node: CodeNode): boolean {
  const cls = findAncestor(node, ({ kind }) => /^class(?:_declaration)?$/.test(kind))
  return cls !== undefined && /\bextends\s+(?:\w+\.)?(?:Pure)?Component\b/.test(cls.text.slice(0, 300))
}

/** What decides whether a node runs, up to the function around it. */
export function findDecidingBranch(node: CodeNode): CodeNode | undefined {
  let inner = node
  for (let above = node.parent; above !== undefined && !functionKinds.has(above.kind); above = above.parent) {
    if (isBranch(above, inner)) return above
    inner = above
  }
  return undefined
}

function isBranch(above: CodeNode, inner: CodeNode): boolean {
  if (/^(?:for_statement|for_in_statement|while_statement|do_statement|switch_case)$/.test(above.kind)) return true
  if (/^(?:if_statement|ternary_expression)$/.test(above.kind)) return above.field("condition") !== inner
  if (above.kind !== "binary_expression" || above.field("right") !== inner) return false
  return /^(?:&&|\|\||\?\?)$/.test(above.field("operator")?.text ?? "")
}
