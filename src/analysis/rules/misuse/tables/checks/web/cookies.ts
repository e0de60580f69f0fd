import type { CodeNode } from "../../../../../../ports/code-tree.ts"
import type { CodeView } from "../../../../code-view.ts"

/** `document.cookie = "token=" + …`: what a page writes itself can be read by every script of it. */
export function scriptCookies(code: CodeView, wanted: RegExp): readonly CodeNode[] {
  return code.tree.ofKind("assignment_expression").filter((node) => {
    const [left, right] = [node.field("left"), node.field("right")]
    if (left === undefined || right === undefined || !/^(?:window\.)?document\.cookie$/.test(left.text)) return false
    const name = /^["'`]?([\w.-]+)=/.exec(code.head(right))?.[1] ?? ""
    return wanted.test(name) && !/expires=Thu, 01 Jan 1970|max-age=(?:0|-)/i.test(right.text)
  })
}
