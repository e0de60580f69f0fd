import type { CodeNode } from "../../../code-tree.ts"
import type { Call, CodeView } from "../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../rules/tree-shapes.ts"
import { findOnlyValue } from "../../render-code-value.ts"

const DEEPEST = 4

/** What always returns a text or bytes. */
const makesText =
  /(?:^|\.)(?:toString|join|stringify|String|replace|trim|toUpperCase|toLowerCase|toISOString|encodeURI(?:Component)?|decodeURI(?:Component)?|btoa|atob|randomBytes|digest|split|map|concat|readFileSync|serialize|stdout|padStart|padEnd|repeat|substr|substring|charAt|format|Buffer|from|alloc|Uint8Array|ArrayBuffer)$/

/** Memory that is meant to be filled. */
const size = /(?:len|length|size|bytes|count|num|number|total|width|height|offset|max|min|capacity|^n)$/i

/** `new Buffer(value)`: a number instead of a text returns memory with old contents. */
export function isUnknownBuffer({ args }: Call, code: CodeView): boolean {
  const [first, second] = args
  if (first === undefined || second !== undefined || isKnownKind(code, first, 0)) return false
  const fn = findEnclosingFunction(first)
  return fn === undefined || !isCheckedIn(fn.text, first.text)
}

function isKnownKind(code: CodeView, node: CodeNode, depth: number): boolean {
  if (depth > DEEPEST) return true
  const isKnown = (inner: CodeNode) => isKnownKind(code, inner, depth + 1)
  const shape = code.shape(node)
  switch (shape.kind) {
    case "wrap":
      return isKnown(shape.inner)
    case "either":
      return shape.options.every(isKnown)
    case "call":
      return makesText.test(code.path(shape.callee) || /[\w$]+$/.exec(shape.callee.text)?.[0] || "")
    case "name": {
      const only = findOnlyValue(code, shape.name, node)
      return size.test(shape.name) || (only !== undefined && isKnown(only))
    }
    case "member":
      return size.test(shape.property)
    case "index":
      return false
    default:
      return true
  }
}

/** Its type is asked for before. */
function isCheckedIn(text: string, value: string): boolean {
  const at = value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return new RegExp(
    `typeof\\s*\\(?\\s*${at}\\b|\\b(?:is\\w*|ok|string|assert\\w*)\\(\\s*${at}\\b|\\b${at}\\s+instanceof\\b|\\b${at}\\s*=\\s*(?:String\\(|["'\`])`,
  ).test(text)
}
