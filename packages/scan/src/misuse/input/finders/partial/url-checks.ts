import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"

const decides =
  /(?:safe|valid|allowed|check|local|internal|trusted)\w*(?:url|redirect|next|return_to)|(?:url|redirect)\w*(?:safe|valid|allowed)/i
const ofRedirects = /redirect|\bnext\b|return_to|login/i
/** Backslashes and control characters are looked at, or the whole form of the URL is. */
const thorough = /\\\\|\bre\.|_re\b|regex|["']\/\/["']|url_has_allowed_host|control|isascii|is_safe_url\(/i

/** Checks of where a redirect leads that browsers understand differently: `/\host` and `//host` are other hosts. */
export function findPartialUrlChecks(code: CodeView): readonly CodeNode[] {
  if (!ofRedirects.test(code.tree.text)) return []
  return code.calls
    .filter(({ method, args, node }) => {
      const isSplit = /^url(?:split|parse)$/.test(method)
      const isPrefix = method === "startswith" && /^["']\/["']$/.test(args[0]?.text ?? "")
      if (!isSplit && !isPrefix) return false
      const fn = findEnclosingFunction(node)
      if (fn === undefined || !decides.test(fn.field("name")?.text ?? "") || thorough.test(fn.text)) return false
      const given = (isSplit ? args[0] : node.field("function")?.field("object"))?.text ?? ""
      if (!(fn.field("parameters")?.text ?? "").includes(given)) return false
      return ofRedirects.test(fn.text) && /\breturn\b/.test(fn.text) && (isPrefix || /\.netloc\b/.test(fn.text))
    })
    .map(({ node }) => node)
}
