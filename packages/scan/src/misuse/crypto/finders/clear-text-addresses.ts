import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"

/** Addresses of this machine or of a private network, and placeholder names for one. */
const near =
  /^(?:localhost|127\.|0\.0\.0\.0|\[|::1|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|[\w-]+(?::|\/|$)|[\w.-]+\.(?:local|localhost|internal|test|example|invalid)(?:[:/]|$))/i

/** A known address of another machine that is used without encryption. */
export function isClearAddress(code: CodeView, node: CodeNode): boolean {
  const found = /^(?:http|ws|ftp|ldap):\/\/([^\s]+)/i.exec(code.head(node))
  return found !== null && !near.test(found[1] ?? "")
}
