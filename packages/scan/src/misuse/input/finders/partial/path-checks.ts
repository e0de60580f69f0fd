import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"
import { findOnlyValue } from "../../../render-code-value.ts"

/** The directory was given a separator at its end, so its name is not the beginning of another one. */
const separated = /\bsep\b|\+=?\s*f?["']\/["']|\/["']\)|endswith\(["']\/|join\([^()]*,\s*["']{2}\)/

/** `/data/site-old` begins with `/data/site`: checks that compare paths letter by letter. */
export function findPartialPathChecks(code: CodeView): readonly CodeNode[] {
  return code.calls.flatMap(({ method, node, object, args: [first] }) => {
    const fn = findEnclosingFunction(node)
    if (fn === undefined || first === undefined || separated.test(fn.text)) return []
    if (method === "commonprefix") return isCompared(code, node, fn) ? [node] : []
    return method === "startswith" && object !== undefined && isResolvedJoin(code, object) && isDirectory(first)
      ? [node]
      : []
  })
}

function isCompared(code: CodeView, node: CodeNode, fn: CodeNode): boolean {
  const { parent } = node
  if (parent?.kind === "comparison_operator") return true
  const name = parent?.kind === "assignment" ? parent.field("left")?.text : undefined
  if (name === undefined || !/^\w+$/.test(name)) return false
  return code.tree
    .ofKind("comparison_operator")
    .some((one) => one.start > fn.start && one.end <= fn.end && new RegExp(`\\b${name}\\b`).test(one.text))
}

function isDirectory({ kind, text }: CodeNode): boolean {
  return /^(?:identifier|attribute|call)$/.test(kind) && /dir|root|base|path|dest|target|folder|prefix|home/i.test(text)
}

/** A path that was joined and then resolved. */
function isResolvedJoin(code: CodeView, object: CodeNode): boolean {
  const shape = code.shape(object)
  const value = shape.kind === "name" ? findOnlyValue(code, shape.name, object) : object
  return value !== undefined && /\b(?:abspath|realpath|normpath)\(\s*(?:\w+\.)*join\(/.test(value.text)
}
