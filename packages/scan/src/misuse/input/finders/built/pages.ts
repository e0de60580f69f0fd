import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"
import { isConstant, findOnlyValue } from "../../../render-code-value.ts"

const page = /text\/html|<!doctype html|<html[\s>]/i
const tag =
  /<\/?(?:a|abbr|article|b|body|br|button|code|dd|div|dl|dt|em|footer|form|h[1-6]|head|header|html|i|iframe|img|input|label|li|link|main|meta|nav|ol|option|p|pre|script|section|select|small|span|strong|style|svg|table|tbody|td|textarea|th|thead|title|tr|ul)(?:\s[^<>]*)?[>"'`]/i

/** Names of what is already HTML, of numbers, and of what was made safe. */
const harmless =
  /html|markup|escap|safe|saniti|css|style|nonce|json|count|index|length|size|width|height|num|version|rows?$|items|list|body|content|head|children|inner|icon|svg|script|attr|class|tag|indent|color|year|date|time|port|env|^i$/i

/** Texts with tags into which names and properties are inserted as they are, in files that produce pages. */
export function findBuiltPages(code: CodeView): readonly CodeNode[] {
  if (!page.test(code.tree.text) || /from ["'](?:react|preact|vue|lit)["']/.test(code.tree.text)) return []
  const told = new Set<number>()
  return code.tree.ofKind("template_string", "binary_expression").filter((node) => {
    if (node.parent?.kind === "binary_expression" || !tag.test(node.text)) return false
    const fn = findEnclosingFunction(node)
    if (fn === undefined || !insertedIn(code, node).some((part) => isOpen(code, part))) return false
    // Pieces of a list that is put into a page: a person who changes the function sees the others.
    const { start } = isCallback(fn) ? (findEnclosingFunction(fn) ?? fn) : fn
    return !told.has(start) && told.add(start)
  })
}

/** `items.map((item) => …)`. */
function isCallback(fn: CodeNode): boolean {
  return fn.kind === "arrow_function" && fn.parent?.kind === "arguments"
}

function insertedIn(code: CodeView, node: CodeNode): readonly CodeNode[] {
  const shape = code.shape(node)
  if (shape.kind === "wrap") return insertedIn(code, shape.inner)
  if (shape.kind === "template") return node.parent?.kind === "call_expression" ? [] : shape.parts
  if (shape.kind !== "binary") return [node]
  return shape.operator === "+" ? [...insertedIn(code, shape.left), ...insertedIn(code, shape.right)] : []
}

/** A caller's value or a part of one, which was not escaped on its way. */
function isOpen(code: CodeView, part: CodeNode): boolean {
  const shape = code.shape(part)
  if (shape.kind === "wrap") return isOpen(code, shape.inner)
  if (harmless.test(part.text) || /^[A-Z\d_]+$/.test(part.text) || isConstant(code, part)) return false
  if (shape.kind === "member")
    return /^[\w$]+(?:\.[\w$]+)+$/.test(part.text) && !/^(?:this|process|Math)\./.test(part.text)
  if (shape.kind !== "name") return false
  const found = code.flow.names.all(shape.name, part)
  if (found.some(({ kind }) => kind === "parameter"))
    return !found.some((one) => one.kind === "value" && /escape|encode|sanit/i.test(one.value.text))
  const only = findOnlyValue(code, shape.name, part)
  return only !== undefined && code.shape(only).kind === "member" && isOpen(code, only)
}
