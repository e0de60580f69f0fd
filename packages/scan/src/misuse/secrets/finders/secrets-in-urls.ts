import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"

const inQuery =
  /[?&](?:api_?key|apikey|access_?token|auth_?token|token|passw(?:or)?d|secret|client_secret)=(?:%s|\{[^}]*\}|["']\s*\+)/i

/** Addresses with a secret in their query. */
export function findSecretsInAddresses(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("string").filter((node) => {
    const { parent } = node
    const isBuilt =
      /^[bru]*f/i.test(node.text) || /^(?:binary_operator|attribute|concatenated_string)$/.test(parent?.kind ?? "")
    const text = wholeSum(node).text
    return isBuilt && inQuery.test(text) && /https?:|\burl|\burlopen|requests\.|httpx\./i.test(around(node))
  })
}

/** `"a" + b + "c"` for any part of it. */
function wholeSum(node: CodeNode): CodeNode {
  let above = node
  while (above.parent?.kind === "binary_operator") above = above.parent
  return above
}

function around(node: CodeNode): string {
  let above = node
  for (let up = 0; up < 4 && above.parent !== undefined; up++) above = above.parent
  return above.text.slice(0, 600)
}

const named = /[?&](?:api_?key|apikey|access_?token|auth_?token|token|password|passwd|secret|client_secret)=$/i
const given = /(?:key|token|password|passwd|secret)(?:\)|!)*$/i

/** `?api_key=${apiKey}` in the URL of a request: it ends up in logs and in the history. */
export function findSecretsInUrls(code: CodeView): readonly CodeNode[] {
  const callee =
    /^(?:fetch|axios|got|ky|request|needle|superagent|window\.open|EventSource|WebSocket|http\.get|https\.get|(?:axios|got|ky|needle|superagent|http|this\.http|client)\.(?:get|post|put|delete|request))$/
  return code.calls
    .filter(({ path, args: [first] }) => {
      if (first?.kind !== "template_string" || !callee.test(path)) return false
      return first.named.some((part) => {
        if (part.kind !== "template_substitution") return false
        const before = code.tree.text.slice(first.start, part.start)
        return named.test(before) && given.test(part.named[0]?.text.replace(/^encodeURIComponent\(/, "") ?? "")
      })
    })
    .map(({ node }) => node)
}
