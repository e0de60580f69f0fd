import type { CodeNode } from "../../../../../ports/code-tree.ts"
import { ancestor, functionKinds } from "../../../tree-shapes.ts"

/** Not only where somebody asked for it: under no condition of its function. */
export function isAlways(node: CodeNode): boolean {
  const above = ancestor(
    node,
    ({ kind }) => functionKinds.has(kind) || /^(?:if_statement|conditional_expression)$/.test(kind),
  )
  return above === undefined || functionKinds.has(above.kind)
}
