import type { CodeNode } from "../../../code-tree.ts"
import type { Call, CodeView } from "../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../rules/tree-shapes.ts"

const refuses = /["']_{1,2}["']|__\w+__|dunder|private|isidentifier|allowed/i

/**
 * Functions that follow a path through items and attributes alike: with `__class__` and `__globals__` the path leads
 * out of the data.
 */
export function findAttributesByPath(code: CodeView): readonly CodeNode[] {
  if (!/\bsetattr\(/.test(code.tree.text)) return []
  return code.calls
    .filter((call) => {
      const fn = /^[gs]etattr$/.test(call.path) ? findEnclosingFunction(call.node) : undefined
      if (fn === undefined || refuses.test(fn.text) || !isEither(call, fn)) return false
      const key = call.args[1]?.text ?? ""
      return !new RegExp(`\\b(?:check|valid|ensure|verify|refuse|assert)\\w*\\(${key}\\b`).test(code.tree.text)
    })
    .map(({ node }) => node)
}

/** `o[k]` or `getattr(o, k)`; `o[k] = v` or `setattr(o, k, v)`. */
function isEither({ path, args: [object, key], node }: Call, fn: CodeNode): boolean {
  if (object?.kind !== "identifier" || key?.kind !== "identifier") return false
  const item = `${object.text}[${key.text}]`
  if (path === "setattr") return fn.text.includes(`${item} = `)
  const { parent } = node
  if (parent?.kind !== "assignment") return false
  return fn.text.includes(`${parent.field("left")?.text} = ${item}`)
}
