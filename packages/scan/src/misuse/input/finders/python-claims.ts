import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { findAncestor, findEnclosingFunction } from "../../../rules/tree-shapes.ts"
import { findOnlyValue } from "../../render-code-value.ts"

const admin = "(?:is[-_]?)?(?:admin(?:istrator)?|super_?user|authenticated|logged_?in)"
const role = `(?:${admin}|(?:is[-_]?)?(?:role|user[-_]?role|staff)|access[-_]level)`
const key = (names: string) => `(?:\\.get)?[([]\\s*["'](?:x-|HTTP_X_)?${names}["']`
/** A list may be filtered by the role that a form or an address names. */
const claimed = new RegExp(
  `^(?:self\\.)?request\\.(?:(?:cookies|COOKIES|headers|META)${key(role)}|(?:args|GET|form|POST|values|query_params|query)${key(admin)})`,
  "i",
)
const roleIn = new RegExp(`^\\w+${key(role)}[^]*$`, "i")
const decoded = /\b(?:json\.loads|b64decode|urlsafe_b64decode|literal_eval)\(/
const fromCookie = /\brequest\.(?:cookies|COOKIES)\b/
const proven = /verif|unsign|signed|signature|hmac|compare_digest|decrypt|\bjwt\.|valid|\bloads\(\s*token/i

/** `if request.cookies.get("role") == "admin":`: the sender of the request decides what it may do. */
export function findClaimedRolesInPython(code: CodeView): readonly CodeNode[] {
  const compared = code.tree.ofKind("comparison_operator").flatMap((node) => {
    const [left, right] = node.named
    const isAsked = left !== undefined && right !== undefined && /^["']|^True$|^\d+$|^[[({]/.test(right.text)
    return isAsked && /==|!=|\bin\b|\bis\b/.test(node.text) ? [{ node, value: left }] : []
  })
  const plain = code.tree.ofKind("if_statement", "conditional_expression").flatMap((node) => {
    const value = node.field("condition") ?? node.named[1]
    return value === undefined || value.kind === "comparison_operator" ? [] : [{ node: value, value }]
  })
  return [...compared, ...plain].filter(({ value }) => isClaim(code, value)).map(({ node }) => node)
}

function isClaim(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  const value = shape.kind === "name" ? findOnlyValue(code, shape.name, node) : node
  if (shape.kind === "name" && isSentParameter(node, shape.name)) return true
  if (value === undefined) return false
  if (claimed.test(value.text)) return true
  const root = value.kind === "subscript" || value.kind === "call" ? /^\w+/.exec(value.text)?.[0] : undefined
  if (root === undefined || !roleIn.test(value.text)) return false
  const made = findOnlyValue(code, root, value)?.text ?? ""
  return decoded.test(made) && fromCookie.test(made) && !proven.test(findEnclosingFunction(node)?.text ?? "")
}

/** FastAPI: `is_admin: str = Cookie(None)`. */
function isSentParameter(node: CodeNode, name: string): boolean {
  if (!new RegExp(`^(?:x_)?${role}$`, "i").test(name)) return false
  const parameters = findEnclosingFunction(node)?.field("parameters")?.text ?? ""
  return new RegExp(`\\b${name}\\b[^,=]*=\\s*(?:Cookie|Header)\\(`).test(parameters)
}

const identity = new RegExp(
  `${fromCookie.source}${key("(?:user(?:[-_]?(?:id|name))?|uid|login|account(?:[-_]?id)?|email|customer(?:[-_]?id)?|member[-_]?id)")}`,
)
const lookups =
  /(?:^|\.)(?:get|filter|filter_by|find_one|find|get_or_404|get_object_or_404|get_user\w*|load_user|login_user|find_by\w*|get_by\w*|fetch_user|execute|fetchone|first_or_404)$/

/** `User.query.get(request.cookies["user_id"])`: anybody can write another number into the cookie. */
export function findIdentitiesInCookies(code: CodeView): readonly CodeNode[] {
  if (!identity.test(code.tree.text)) return []
  return code.tree.ofKind("call", "subscript").flatMap((read) => {
    if (!/^(?:self\.)?request\.(?:cookies|COOKIES)\b/.test(read.text) || !identity.test(read.text)) return []
    const fn = findEnclosingFunction(read)
    if (fn === undefined || proven.test(fn.text)) return []
    const given = read.parent?.kind === "assignment" ? read.parent.field("left") : undefined
    if (given === undefined) return findLookup(read)
    if (
      given.kind !== "identifier" ||
      new RegExp(`\\b${given.text}\\s*=[^=]`, "g").test(fn.text.slice(read.end - fn.start))
    )
      return []
    return code.tree
      .ofKind("identifier")
      .filter(({ text, start, end }) => text === given.text && start > read.end && end <= fn.end)
      .flatMap(findLookup)
      .slice(0, 1)
  })
}

/** The query that a value is an argument of, perhaps as a number. */
function findLookup(value: CodeNode): readonly CodeNode[] {
  const list = findAncestor(value, ({ kind }) => kind === "argument_list" || kind.endsWith("_statement"))
  const call = list?.kind === "argument_list" ? list.parent : undefined
  const callee = call?.field("function")?.text ?? ""
  if (call === undefined) return []
  if (/^(?:int|str|UUID|uuid\.UUID)$/.test(callee)) return findLookup(call)
  return lookups.test(callee) && !/^(?:self\.)?(?:request|session|cache|os|dict|settings|redis)\b/.test(callee)
    ? [call]
    : []
}

const host =
  /\brequest\.(?:host|host_url|url_root|base_url|headers(?:\.get\(|\[)\s*["'](?:X-Forwarded-)?Host["']|META(?:\.get\(|\[)\s*["']HTTP_(?:X_FORWARDED_)?HOST["'])/i
const mailed = /reset|passw|verif|confirm|activat|invit|unsubscribe|token|magic/i

/** `f"https://{request.host}/reset/{token}"`: the sender of the request chooses where the link leads. */
export function findLinksToSentHostInPython(code: CodeView): readonly CodeNode[] {
  if (!host.test(code.tree.text)) return []
  return code.tree.ofKind("string", "binary_operator", "call").filter((node) => {
    if (!isWholeText(node) || !mailed.test(node.text)) return false
    const values = [node, ...namesIn(node).flatMap((name) => findOnlyValue(code, name.text, name) ?? [])]
    const sender = values.find(({ text }) => host.test(text))
    return sender !== undefined && /https?:\/\/|scheme|host_url|url_root|base_url/.test(node.text + sender.text)
  })
}

function isWholeText(node: CodeNode): boolean {
  if (node.kind === "string") return /^[rR]?[fF]/.test(node.text) && node.parent?.kind !== "binary_operator"
  if (node.kind === "call") return /^["'][^"'\n]*["']\.format\(/.test(node.text)
  return node.parent?.kind !== "binary_operator" && /["']/.test(node.text)
}

function namesIn(node: CodeNode): readonly CodeNode[] {
  return node.named.flatMap((inner) => (inner.kind === "identifier" ? [inner] : namesIn(inner)))
}
