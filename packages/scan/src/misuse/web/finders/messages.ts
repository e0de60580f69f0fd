import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { functionKinds } from "../../../rules/tree-shapes.ts"

/** Listeners of a window that use what was sent and never check the sender. */
export function findOpenListeners(code: CodeView): readonly CodeNode[] {
  const added = code.calls.flatMap(({ method, args, object, node }) => {
    const [name, handler] = args
    if (method !== "addEventListener" || name === undefined || handler === undefined) return []
    const isWindow = object === undefined || /^(?:window|globalThis|window\.top|top|parent)$/.test(object.text)
    return isWindow && code.flow.constantText(name) === "message" ? [{ node, handler }] : []
  })
  const set = code.tree.ofKind("assignment_expression").flatMap((node) => {
    const handler = node.field("right")
    const isWindow = /^(?:window|globalThis)\.onmessage$/.test(node.field("left")?.text ?? "")
    return isWindow && handler !== undefined ? [{ node, handler }] : []
  })
  return [...added, ...set].filter(({ handler }) => isOpen(code, handler)).map(({ node }) => node)
}

function isOpen(code: CodeView, handler: CodeNode): boolean {
  const fn = functionKinds.has(handler.kind) ? handler : code.flow.findFunction(handler)
  return fn !== undefined && /\bdata\b/.test(fn.text) && !/\borigin\b|\.source\b|isTrusted/i.test(fn.text)
}
