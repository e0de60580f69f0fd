import { answersRequests } from "../../../../library-facts.ts"
import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"

const host = /^(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}$/i
const sender = /(?:^|[._])(?:\w*origin|referr?er|hostname|host|netloc|domain)(?:\(\))?$/i
const address = /(?:^|[._])(?:\w*ur[il]|href|link|next|return_?to|target|redirect\w*|callback)$/i

/** `host.endswith("shop.com")`, which `evilshop.com` passes too; `"shop.com" in url`. */
export function findPartialHostTests(code: CodeView): readonly CodeNode[] {
  const isServer = answersRequests(code.tree.text)
  const isTested = ({ text }: CodeNode) => sender.test(text) || (isServer && address.test(text))
  const ends = code.calls
    .filter(({ method, object, args: [first] }) => {
      if (object === undefined || first === undefined || !isTested(object)) return false
      const text = code.flow.constantText(first) ?? ""
      if (!host.test(text)) return false
      return method === "endswith" ? !/^https?:/.test(text) : method === "startswith" && /^https?:/.test(text)
    })
    .filter(({ node, object }) => !isWhole(node, object?.text ?? ""))
    .map(({ node }) => node)
  const parts = code.tree.ofKind("comparison_operator").filter((node) => {
    const [left, right] = node.named
    if (left === undefined || right === undefined || !node.children.some(({ kind }) => kind === "in")) return false
    return isTested(right) && host.test(code.flow.constantText(left) ?? "") && isCondition(node)
  })
  return [...ends, ...parts]
}

/** The same condition compares the whole name, or a part after a dot. */
function isWhole(node: CodeNode, name: string): boolean {
  const condition = node.parent?.text ?? ""
  return condition.includes(`${name} ==`) && /endswith\(["']\./.test(condition)
}

function isCondition({ parent }: CodeNode): boolean {
  return /^(?:if_statement|elif_clause|boolean_operator|not_operator|return_statement)$/.test(parent?.kind ?? "")
}
