import type { CodeNode } from "../../../code-tree.ts"
import type { Call, CodeView } from "../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../rules/tree-shapes.ts"
import { findOnlyValue } from "../../render-code-value.ts"

/** Whether a request decides how much is done here, and nothing limits it. */
export function isUnlimited({ node, args }: Call, code: CodeView): boolean {
  return !isLimited(node) && args.some((arg) => isSentNumber(code, arg, 0))
}

/** Whether the packed data comes from a request. */
export function isSentData({ args: [first] }: Call, code: CodeView): boolean {
  return first !== undefined && isSent(code, first)
}

/** `"x" * n` for a number that a request names. */
export function findRepeatsByInput(code: CodeView): readonly CodeNode[] {
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
  const text = findEnclosingFunction(node)?.text ?? ""
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

const count =
  /^(?:Number|parseInt|parseFloat|Number\.parseInt|\+|~~)\(?\s*(?:req|request|ctx|c\.req|event|ctx\.request)\b[^;]*(?:query|params|body|param|queryStringParameters)/

/** As much memory, or as many rounds of a loop, as a request asks for. */
export function findSizesFromInput(code: CodeView): readonly CodeNode[] {
  const made = code.calls.flatMap(({ path, method, args: [first], node }) => {
    const isMaker =
      /^(?:Buffer\.alloc(?:Unsafe)?|Array|Uint8Array|Float64Array|Int32Array)$/.test(path) || method === "repeat"
    return isMaker && first !== undefined ? [{ node, size: first }] : []
  })
  const loops = code.tree.ofKind("for_statement").flatMap((node) => {
    const condition = node.field("condition")
    const test = condition?.kind === "expression_statement" ? condition.named[0] : condition
    const size =
      test?.kind === "binary_expression" && /^<=?$/.test(test.children[1]?.kind ?? "") ? test.named[1] : undefined
    return size === undefined ? [] : [{ node: test ?? node, size }]
  })
  return [...made, ...loops].filter(({ node, size }) => isUnbounded(code, node, size)).map(({ node }) => node)
}

function isUnbounded(code: CodeView, node: CodeNode, size: CodeNode): boolean {
  const fn = findEnclosingFunction(node)
  if (fn === undefined) return false
  if (count.test(size.text)) return true
  return [...new Set(size.text.match(/(?<![\w.])[a-z_]\w*/gi) ?? [])].some((name) => {
    const value = findOnlyValue(code, name, size)
    if (value === undefined || !count.test(value.text)) return false
    const others = fn.text.replace(node.text, "")
    return !new RegExp(
      `\\b${name}\\s*[<>]|[<>]=?\\s*${name}\\b|(?:min|clamp|limit\\w*|check\\w*|valid\\w*)\\([^)]*\\b${name}\\b`,
    ).test(others)
  })
}
