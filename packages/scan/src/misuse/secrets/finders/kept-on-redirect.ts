import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../rules/tree-shapes.ts"

const sends = /["']Authorization["']\s*(?::|\]\s*=)/

const location = /\[["']location["']\]|\.get(?:header)?\(["']location["']/i
const compares = /netloc|hostname|\bhost\b|\borigin|same_|should_strip|(?:pop\(|del )[^\n]*authorization|cross/i

/** Redirects that are followed with the headers of the first request, wherever they lead. */
export function findHeadersKeptOnRedirect(code: CodeView): readonly CodeNode[] {
  if (!sends.test(code.tree.text)) return []
  return code.tree.ofKind("call", "subscript").filter((node) => {
    if (!location.test(node.text) || location.test(node.named[0]?.text ?? "")) return false
    const fn = findEnclosingFunction(node)
    if (fn === undefined || compares.test(fn.text) || !/30[1278]|redirect/i.test(fn.text)) return false
    return /\bheaders\b/.test(fn.text) && /\b(?:for|while)\b/.test(fn.text) && isAssigned(node)
  })
}

function isAssigned(node: CodeNode): boolean {
  return /^(?:assignment|argument_list|expression_statement)$/.test(node.parent?.kind ?? "")
}
