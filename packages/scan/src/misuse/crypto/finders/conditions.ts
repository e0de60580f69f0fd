import type { CodeNode } from "../../../code-tree.ts"
import { findAncestor, findEnclosingFunction, functionKinds } from "../../../rules/tree-shapes.ts"

/** Not only on request: under no condition of its function, and in no function whose name says so. */
export function isAlways(node: CodeNode): boolean {
  const above = findAncestor(
    node,
    ({ kind }) => functionKinds.has(kind) || /^(?:if_statement|conditional_expression)$/.test(kind),
  )
  if (above === undefined) return true
  return functionKinds.has(above.kind) && !asked.test(above.field("name")?.text ?? "")
}

const asked = /no_?verif|unverified|insecure|without_(?:check|verif)/i

/** It is decided elsewhere whether certificates are checked: `context.verify_mode = settings.mode`. */
export function isModeGiven(node: CodeNode): boolean {
  const mode = /\.verify_mode\s*=\s*(.+)/.exec(findEnclosingFunction(node)?.text ?? "")?.[1] ?? ""
  return mode !== "" && !/CERT_NONE|VERIFY_NONE/.test(mode)
}
