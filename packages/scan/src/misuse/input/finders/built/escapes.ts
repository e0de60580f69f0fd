import type { CodeNode } from "../../../../code-tree.ts"
import type { Call, CodeView } from "../../../../rules/code-view.ts"
import { findAncestor } from "../../../../rules/tree-shapes.ts"

/** What a text is escaped for: special characters of a shell, of SQL or of a page, and path traversal. */
const signs = /^(?:['"`<>&]|\\\\?|\.\.\/|\.\.\\\\?|<script[^]*|\$)$/
const escaping = /\\|&\w+;|&#|^["'`]{2}["'`]$|%[0-9a-f]{2}/i

/** `text.replace("'", "\\'")`: only the first one is escaped. */
export function findFirstOnlyEscapes(code: CodeView): readonly CodeNode[] {
  return replacements(code)
    .filter(({ search, flags, by }) => {
      if (flags?.includes("g") === true || !signs.test(search)) return false
      return escaping.test(by) || (/^\.\.[/\\]|^<script/.test(search) && /^(["'`])\1$/.test(by))
    })
    .map(({ call }) => call.node)
}

/** `text.replace(/"/g, '\\"')`: a backslash before the character undoes it. */
export function findEscapesWithoutBackslash(code: CodeView): readonly CodeNode[] {
  return replacements(code)
    .filter(({ call, search, flags, by }) => {
      if (flags?.includes("g") !== true || !/^['"`]$/.test(search)) return false
      if (!/^["'`]\\\\(?:\\?['"`]|\$&)["'`]$/.test(by)) return false
      return !/\/\\\\|\[[^\]]*\\\\|(["'`])\\\\\1|JSON\.stringify|encodeURI/.test(findChain(call.node).text)
    })
    .map(({ call }) => call.node)
}

const removable =
  /^(?:\(?(?:\?:)?<\\?\/?\(?(?:\?:)?\(?\/?\??\)?script|\(?\.\.(?:\/|\\\/|\[\/\\\\]+\]?)\)?\+?$|javascript:|\(?on\\w\+)/i

/** `text.replace(/<script>.*<\/script>/g, "")`: what is left around a match can form another one. */
export function findSingleRemovals(code: CodeView): readonly CodeNode[] {
  return replacements(code)
    .filter(({ call, search, flags, by }) => {
      if (flags === undefined || !/^(["'`])\1$/.test(by) || !removable.test(search)) return false
      const home = findAncestor(call.node, ({ kind }) => /^(?:while_statement|do_statement)$/.test(kind))
      return (home === undefined && flags.includes("g")) || /script|javascript/i.test(search)
    })
    .map(({ call }) => call.node)
}

/** `.replace(/&amp;/g, "&")` before the others: what was escaped twice is unescaped twice. */
export function findDoubleUnescapes(code: CodeView): readonly CodeNode[] {
  return replacements(code)
    .filter(({ call, search, by }) => {
      if (search !== "&amp;" || !/^["'`]&["'`]$/.test(by)) return false
      return /&(?:lt|gt|quot|#39|apos);/.test(
        findChain(call.node).text.slice(call.node.end - findChain(call.node).start),
      )
    })
    .map(({ call }) => call.args[0] ?? call.node)
}

interface Replacement {
  readonly call: Call
  readonly search: string
  /** Missing if a literal is searched for. */
  readonly flags?: string | undefined
  readonly by: string
}

function replacements(code: CodeView): readonly Replacement[] {
  return code.calls.flatMap((call) => {
    const [what, by] = call.args
    if (call.method !== "replace" || what === undefined || by === undefined) return []
    if (what.kind === "string") return [{ call, search: what.text.slice(1, -1), by: by.text }]
    if (what.kind !== "regex") return []
    const end = what.text.lastIndexOf("/")
    const search = what.text.slice(1, end).replace(/\\([./<>'"`&])/g, "$1")
    return [{ call, search, flags: what.text.slice(end + 1), by: by.text }]
  })
}

/** The whole chain of calls around one. */
function findChain(node: CodeNode): CodeNode {
  let top = node
  while (top.parent?.kind === "member_expression" && top.parent.parent?.kind === "call_expression")
    top = top.parent.parent
  return top
}
