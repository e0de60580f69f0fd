import type { CodeNode } from "../../../../../../ports/code-tree.ts"
import type { Call, CodeView } from "../../../../code-view.ts"
import { enclosingFunction } from "../../../../tree-shapes.ts"

/** Whether a request decides how much is done here, and nothing limits it. */
export function isUnlimited({ node, args }: Call, code: CodeView): boolean {
  return !isLimited(node) && args.some((arg) => isSentNumber(code, arg, 0))
}

/** Whether the packed data comes from a request. */
export function isSentData({ args: [first] }: Call, code: CodeView): boolean {
  return first !== undefined && isSent(code, first)
}

/** `"x" * n` for a number that a request names. */
export function repeatedByInput(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("binary_operator").filter((node) => {
    const shape = code.shape(node)
    if (shape.kind !== "binary" || shape.operator !== "*" || isLimited(node)) return false
    const isRepeated = (one: CodeNode) => /^(?:string|list|concatenated_string)$/.test(one.kind)
    return (
      (isRepeated(shape.left) && isSentNumber(code, shape.right, 0)) ||
      (isRepeated(shape.right) && isSentNumber(code, shape.left, 0))
    )
  })
}

function isLimited(node: CodeNode): boolean {
  const text = enclosingFunction(node)?.text ?? ""
  return /\bmin\(|\bMAX_|\bmax_|\bLIMIT|_limit\b|\bclamp\(|\bif\b[^\n]*[<>]/.test(text)
}

function isSentNumber(code: CodeView, node: CodeNode, depth: number): boolean {
  if (depth > 4) return false
  const shape = code.shape(node)
  if (shape.kind === "wrap") return isSentNumber(code, shape.inner, depth + 1)
  if (shape.kind === "call")
    return (
      (/^(?:int|float)$/.test(code.path(shape.callee)) && shape.args[0] !== undefined && isSent(code, shape.args[0])) ||
      (shape.keywords.get("type")?.text === "int" && isSent(code, node))
    )
  if (shape.kind !== "name") return false
  return code.flow.names
    .reaching(shape.name, node)
    .some((given) => given.kind === "value" && given.value !== node && isSentNumber(code, given.value, depth + 1))
}

function isSent(code: CodeView, node: CodeNode): boolean {
  return code.origin(node, "any") === "request"
}
