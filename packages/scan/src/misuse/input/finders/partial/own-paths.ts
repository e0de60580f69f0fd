import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"
import { findOnlyValue } from "../../../render-code-value.ts"

const redirects = /^(?:redirect|redirect_to|HttpResponseRedirect|HttpResponsePermanentRedirect|RedirectResponse)$/
const locationSetters = /^(?:setHeader|set|header|send_header|set_header)$/
const ownPath =
  /^(?:self\.|this\.|ctx\.)?(?:req|request)\.(?:path|url|originalUrl|pathname)$|^(?:parsed|parsedUrl|parse)\.pathname$|^self\.path$/
const looksAtSlashes =
  /\/\/|\{1,\}|\/\+|\\\/\+|[lr]?strip\(["']\/["']\)|escape_leading|replace\(|secure|normali[sz]e|collapse/i

/** Redirects to the path of the request with a slash after it: `//other.example` is a path too, and another host. */
export function findOwnPathRedirects(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, args, node }) => {
      const target = redirects.test(method)
        ? args.find((arg) => isSlashed(code, arg))
        : locationSetters.test(method) && /^["'`]location["'`]$/i.test(args[0]?.text ?? "")
          ? args[1]
          : undefined
      if (target === undefined || !isSlashed(code, target)) return false
      const around = findEnclosingFunction(node)?.text ?? code.tree.text
      return !looksAtSlashes.test(around.replace(/https?:\/\/|\/\/ .*/g, ""))
    })
    .map(({ node }) => node)
}

function isSlashed(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind === "name") {
    const value = findOnlyValue(code, shape.name, node)
    return value !== undefined && value !== node && code.shape(value).kind !== "name" && isSlashed(code, value)
  }
  if (shape.kind === "template") return /^`\$\{([\w.]+)\}\/`$/.test(node.text) && ownPath.test(node.text.slice(3, -3))
  if (shape.kind !== "binary" || shape.operator !== "+") return false
  return ownPath.test(shape.left.text) && /^[bu]?["'`]\/["'`]$/.test(shape.right.text)
}
