import type { CodeNode } from "../code-tree.ts"
import type { CodeView } from "../rules/code-view.ts"
import { findEnclosingFunction } from "../rules/tree-shapes.ts"

/** Names of numbers and of things that a program makes itself. */
const harmlessName =
  /^(?:i|j|k|n|at|idx|index|pos|offset|length|count|size|depth|level|id|err|error|cb|callback|next|done|options?|opts|config|settings|ctx|context|this|self)$/i

/** A value that a caller passes, whole or as a part of a text. */
export function usesParameter(code: CodeView, node: CodeNode, depth = 0): boolean {
  if (depth > 4) return false
  const isSo = (inner: CodeNode) => usesParameter(code, inner, depth + 1)
  const shape = code.shape(node)
  switch (shape.kind) {
    case "name":
      return !harmlessName.test(shape.name) && isParameter(code, shape.name, node)
    case "member":
      return /^\w+(?:\.\w+)?$/.test(node.text) && isParameter(code, node.text.split(".")[0] ?? "", node)
    case "wrap":
      return isSo(shape.inner)
    case "binary":
      return shape.operator === "+" && (isSo(shape.left) || isSo(shape.right))
    case "template":
      return shape.parts.some(isSo)
    default:
      return false
  }
}

function isParameter(code: CodeView, name: string, from: CodeNode): boolean {
  const [only, ...more] = code.flow.names.all(name, from)
  return only?.kind === "parameter" && more.length === 0
}

/** As above, in a text with something before or after it. */
export function isBuiltWithParameter(code: CodeView, node: CodeNode): boolean {
  return /^(?:binary|template)$/.test(code.shape(node).kind) && usesParameter(code, node)
}

/** Something in the function examines or cleans what it uses. */
export function isExamined(node: CodeNode, how: RegExp): boolean {
  return how.test(findEnclosingFunction(node)?.text ?? node.text)
}

const joins = /^(?:path\.)?(?:join|resolve|posix\.join|normalize)$/

/** `path.join(root, name)` with a name that a caller passes. */
export function joinsParameter(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind !== "call" || !joins.test(code.path(shape.callee))) return false
  return shape.args.slice(1).some((arg) => usesParameter(code, arg))
}
