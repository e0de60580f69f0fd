import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { renderCodeValue } from "../../render-code-value.ts"

/** `document.cookie = "token=" + …`: a cookie that a page writes can be read by every script in it. */
export function findScriptCookies(code: CodeView, wanted: RegExp): readonly CodeNode[] {
  return code.tree.ofKind("assignment_expression").filter((node) => {
    const [left, right] = [node.field("left"), node.field("right")]
    if (left === undefined || right === undefined || !/^(?:window\.)?document\.cookie$/.test(left.text)) return false
    const name = /^["'`]?([\w.-]+)=/.exec(code.head(right))?.[1] ?? ""
    return wanted.test(name) && !/expires=Thu, 01 Jan 1970|max-age=(?:0|-)/i.test(right.text)
  })
}

/** `jar["session"] = value` of a SimpleCookie that is never marked as secure. */
export function findMorselsWithoutTls(code: CodeView, wanted: RegExp): readonly CodeNode[] {
  return code.tree.ofKind("assignment").filter((node) => {
    const left = node.field("left")
    const [, jar = "", name = ""] = /^(\w+)\[(["'][\w.-]+["'])\]$/.exec(left?.text ?? "") ?? []
    if (left === undefined || !wanted.test(name)) return false
    const object = left.field("value")
    if (object === undefined || !/(?:^|\.)SimpleCookie\(/.test(renderCodeValue(code, object))) return false
    return !code.tree.text.replaceAll("'", '"').includes(`${jar}[${name.replaceAll("'", '"')}]["secure"]`)
  })
}
