import type { CodeNode } from "../../../code-tree.ts"
import type { Call, CodeView } from "../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../rules/tree-shapes.ts"

const nearby = /["'](?:localhost|127\.|::1|mailhog|mailpit|maildev)/

/** Whether nothing turns on encryption before the password is sent, and it leaves this machine. */
export function isInTheClear({ node }: Call, code: CodeView): boolean {
  const text = findEnclosingFunction(node)?.text ?? code.tree.text
  return !/starttls|start_tls|stls\(|use_?(?:ssl|tls)|_SSL\(|_TLS\(/i.test(text) && !nearby.test(text)
}

/** Whether a password is typed into an unencrypted session. */
export function typesPassword({ node }: Call, code: CodeView): boolean {
  const text = findEnclosingFunction(node)?.text ?? code.tree.text
  return /passw|getpass/i.test(text) && !nearby.test(text)
}

/** Whether a request that is not encrypted carries a password or a token. */
export function carriesSecret({ node, args: [first] }: Call, code: CodeView): boolean {
  if (
    first === undefined ||
    !/^http:\/\/(?!localhost|127\.|0\.0\.0\.0|\[::1|[\w-]+(?::\d+)?(?:\/|$))/.test(code.head(first))
  )
    return false
  return /\bauth\s*=|Authorization|passw|secret|api_?key|token/i.test(withNames(node, code))
}

/** The text of a call, with what its names were given. */
function withNames(node: CodeNode, code: CodeView): string {
  const fn = findEnclosingFunction(node)?.text ?? code.tree.text
  const names = node.text.match(/\b(?:json|data|params|headers|auth)\s*=\s*(\w+)/g) ?? []
  const given = names.flatMap((one) => new RegExp(`\\b${one.split("=").at(-1)?.trim()}\\s*=\\s*[^\\n]*`).exec(fn) ?? [])
  return [node.text, ...given].join("\n")
}
