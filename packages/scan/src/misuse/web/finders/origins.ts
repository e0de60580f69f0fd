import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { findAncestor, findEnclosingFunction } from "../../../rules/tree-shapes.ts"

/** Every page is allowed: the sender's own origin, unchecked, is returned as the allowed one. */
export function findReflectedOrigins(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, args, node }) => {
      if (!/^(?:setHeader|header|set|append)$/.test(method)) return false
      const [name, value] = args
      if (name === undefined || value === undefined) return false
      if (!/^access-control-allow-origin$/i.test(code.flow.constantText(name) ?? "")) return false
      return isSenders(code, value) && !isChecked(node)
    })
    .map(({ node }) => node)
}

function isSenders(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind === "either") return shape.options.some((option) => isSenders(code, option))
  if (shape.kind === "name") {
    const found = code.flow.names.reaching(shape.name, node)
    return found.some((one) =>
      one.kind === "value"
        ? isSenders(code, one.value)
        : one.kind === "part" && one.property === "origin" && one.source.text.endsWith("headers"),
    )
  }
  return /^(?:req|request|ctx(?:\.req(?:uest)?)?|c\.req)\.(?:headers?\.origin|headers\[["']origin["']\]|(?:get|header)\(["']origin["']\))/i.test(
    node.text,
  )
}

/** A condition around it, or one that exits before it, that mentions the origin. */
function isChecked(node: CodeNode): boolean {
  const above = findAncestor(node, ({ kind }) => /^(?:if_statement|ternary_expression|switch_statement)$/.test(kind))
  const condition = above?.field("condition")?.text ?? ""
  if (/origin|allow|white|trusted/i.test(condition) && !/^\(?\s*(?:!!)?\w*[oO]rigin\s*\)?$/.test(condition)) return true
  const body = findEnclosingFunction(node)?.text ?? ""
  return /\borigin\b[^\n;]{0,3}[!=]==?\s*["'`\w]|(?:includes|indexOf|has|test|match|some|find|isAllowed\w*|endsWith)\([^)]*origin/i.test(
    body.slice(0, Math.max(0, body.indexOf(node.text))),
  )
}
