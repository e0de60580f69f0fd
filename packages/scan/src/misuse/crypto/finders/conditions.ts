import type { CodeNode } from "../../../code-tree.ts"
import { optionOfChecks } from "../../../library-facts.ts"
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

/** Only if an option says so: `options.insecure ? … : …`, or inside such an `if`. */
export function isUserOption(node: CodeNode): boolean {
  const condition = findAncestor(
    node,
    (one) =>
      functionKinds.has(one.kind) ||
      (/^(?:if_statement|conditional_expression|ternary_expression)$/.test(one.kind) &&
        optionOfChecks.test(one.text.slice(0, Math.max(0, node.start - one.start)))),
  )
  return condition !== undefined && !functionKinds.has(condition.kind)
}

/** It is decided elsewhere whether certificates are checked: `context.verify_mode = settings.mode`. */
export function isModeGiven(node: CodeNode): boolean {
  const mode = /\.verify_mode\s*=\s*(.+)/.exec(findEnclosingFunction(node)?.text ?? "")?.[1] ?? ""
  return mode !== "" && !/CERT_NONE|VERIFY_NONE/.test(mode)
}

/** A server that asks clients for no certificate has none to reject. */
export function isServerWithoutClients(node: CodeNode): boolean {
  return /\brequestCert\s*:\s*false\b/.test(node.parent?.text ?? "")
}
