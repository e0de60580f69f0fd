import type { CodeNode } from "../code-tree.ts"
import { findEnclosingFunction } from "./flow/definitions/definition.ts"

/** Whether a node runs while a request waits for its answer. */
export function isInHandler(node: CodeNode): boolean {
  for (let fn = findEnclosingFunction(node); fn !== undefined; fn = findEnclosingFunction(fn))
    if (isHandler(fn)) return true
  return false
}

function isHandler(fn: CodeNode): boolean {
  const single = fn.field("parameter")
  const list = single === undefined ? (fn.field("parameters")?.named ?? []) : [single]
  const [first = "", second = ""] = list.map(({ text }) => text.replace(/[\s:?=].*$/s, ""))
  if (/^_?(?:req|request)$/.test(first))
    return /^_?(?:res|reply|response)$/.test(second) || isRouted(fn) || isNamedByMethod(fn)
  if (!/^(?:ctx|context|c)$/.test(first)) return false
  return isRouted(fn) || (first !== "c" && holdsRequest(fn, first))
}

const registers =
  /^(?:app|router|server|api|fastify|routes?|\w+(?:App|Router|Server|Api))\.(?:use|get|post|put|patch|delete|all|head|options)$/

/** Passed to `router.get("/path", …)` or `app.use(…)`. */
function isRouted(fn: CodeNode): boolean {
  const call = fn.parent?.parent
  return call?.kind === "call_expression" && registers.test(call.field("function")?.text ?? "")
}

/** `export function GET(request)`, as file-based frameworks expect it. */
function isNamedByMethod(fn: CodeNode): boolean {
  return fn.parent?.kind === "export_statement" && /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(fn.field("name")?.text ?? "")
}

/** A context may belong to anything; one with a request belongs to a handler. */
function holdsRequest(fn: CodeNode, name: string): boolean {
  const parts =
    name === "ctx" ? "req|request|res|response|query|params|cookies|url\\.searchParams" : "req|request|res|response"
  return new RegExp(`\\b${name}\\.(?:${parts})\\b`).test(fn.field("body")?.text ?? "")
}
