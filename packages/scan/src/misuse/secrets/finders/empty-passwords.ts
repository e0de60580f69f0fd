import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../rules/tree-shapes.ts"

const empty = /^["']{2}$/

/** `user.set_password("")`, also by a parameter's default or that of a form's field. */
export function findEmptyPasswords(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, object, args: [first] }) => {
      // `User().set_password("")` takes as long as for a user who exists, and is thrown away.
      if (method !== "set_password" || first === undefined || object?.kind === "call") return false
      return mayBeEmpty(first)
    })
    .map(({ node }) => node)
}

function mayBeEmpty(node: CodeNode): boolean {
  if (empty.test(node.text) || /\.(?:get|pop)\(\s*["']\w+["'],\s*(?:""|'')\s*\)$/.test(node.text)) return true
  if (node.kind !== "identifier") return false
  const fn = findEnclosingFunction(node)
  const params = fn?.field("parameters")?.named ?? []
  const isDefault = params.some(
    (one) =>
      one.kind.endsWith("default_parameter") &&
      one.field("name")?.text === node.text &&
      empty.test(one.field("value")?.text ?? ""),
  )
  return isDefault && !isLookedAt(fn?.text ?? "", node)
}

/** The function asks whether there is a password, or gives it another value. */
function isLookedAt(body: string, { text }: CodeNode): boolean {
  return new RegExp(`\\bif (?:not )?${text}\\b|\\b${text} = |\\blen\\(${text}\\)|valid\\w*\\(${text}`).test(
    body.slice(body.indexOf(":\n")),
  )
}
