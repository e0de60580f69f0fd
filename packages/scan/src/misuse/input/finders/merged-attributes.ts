import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../rules/tree-shapes.ts"

const refused =
  /startswith\(\s*["']_|["']__(?!(?:get|set)item__|dict__)|isidentifier|allowed|whitelist|allowlist|\bfields\b|\bnot in\b|\bif \w+ in [({["A-Z]|__slots__|__annotations__/

/** Recursive copies of a dictionary onto an object: `__class__` leads from it to every object. */
export function findMergedAttributes(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ path, args: [target, key], node }) => {
      if (path !== "setattr" || target === undefined || key?.kind !== "identifier") return false
      const fn = findEnclosingFunction(node)
      const name = fn?.field("name")?.text
      if (fn === undefined || name === undefined || refused.test(fn.text)) return false
      const goesDeeper = new RegExp(`\\b${name}\\([^\\n]*\\bgetattr\\(\\s*\\w+\\s*,\\s*${key.text}\\b`)
      const loops = new RegExp(`\\bfor ${key.text}\\b[^\\n]* in \\w+`)
      return goesDeeper.test(fn.text) && loops.test(fn.text)
    })
    .map(({ node }) => node)
}

/** `setattr(record, key, value)` with keys that a request names. */
export function findAttributesFromInput(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ path, args: [, key], node }) => {
      if (path !== "setattr" || key === undefined) return false
      const fn = findEnclosingFunction(node)
      if (fn === undefined || refused.test(fn.text) || /hasattr\(/.test(fn.text)) return false
      return code.origin(key, "any") === "request" || isKeyOfBody(fn.text, key.text)
    })
    .map(({ node }) => node)
}

/** The loop goes over the whole body of a request. */
function isKeyOfBody(text: string, key: string): boolean {
  if (!/^\w+$/.test(key)) return false
  const loop = new RegExp(`\\bfor ${key}\\b[^\\n]*? in ([^\\n]+):`).exec(text)?.[1] ?? ""
  const source = /^(\w+)(?:\.items\(\))?$/.exec(loop.trim())?.[1]
  const given = source === undefined ? "" : (new RegExp(`\\b${source}\\s*=\\s*([^\\n]+)`).exec(text)?.[1] ?? "")
  return /\brequest\.(?:json|form|args|values|data|POST|GET|get_json\()/.test(`${loop} ${given}`)
}
