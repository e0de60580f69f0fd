import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { findAncestor, findEnclosingFunction } from "../../../rules/tree-shapes.ts"
import { findOnlyValue } from "../../render-code-value.ts"

const claim =
  /^(?:req|request|ctx|c\.req|ctx\.request|event)\b[^\n]{0,40}(?:headers?|cookies|query|body|get)[.(['"]+(?:x-)?(?:is[-_]?)?(?:admin|role|user-?role|is-?staff|superuser|authenticated)["')\]]*$/i

/** `if (req.headers["x-admin"] === "true")`: the sender of the request decides what it may do. */
export function findClaimedRoles(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("binary_expression").filter((node) => {
    if (!/^[=!]==?$/.test(node.children[1]?.kind ?? "")) return false
    const [left, right] = [node.named[0], node.named[1]]
    if (left === undefined || right === undefined || code.shape(right).kind !== "constant") return false
    if (/^(?:undefined|null)$/.test(right.text)) return false
    const shape = code.shape(left)
    const value = shape.kind === "name" ? findOnlyValue(code, shape.name, left) : left
    if (value === undefined || !claim.test(value.text)) return false
    return (
      findAncestor(node, ({ kind }) =>
        /^(?:if_statement|ternary_expression|return_statement|variable_declarator)$/.test(kind),
      ) !== undefined
    )
  })
}

const hostOfRequest =
  /^(?:`?\$\{)?(?:req|request|ctx|ctx\.request|c\.req)\.(?:headers\.host|headers\[["'](?:x-forwarded-)?host["']\]|headers\[["']host["']\]|hostname|host|(?:get|header)\(["'](?:x-forwarded-)?host["']\))/
const mailed = /reset|password|verify|confirm|activate|invit|unsubscribe|token=|magic/i

/** `https://${req.headers.host}/reset?token=…`: the sender of the request chooses where the link leads. */
export function findLinksToSentHost(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("template_string", "binary_expression").filter((node) => {
    if (node.kind === "binary_expression" && node.parent?.kind === "binary_expression") return false
    if (!/https?:\/\/|protocol/.test(node.text) || !mailed.test(node.text)) return false
    return namesIn(node).some((part) => {
      const shape = code.shape(part)
      const value = shape.kind === "name" ? findOnlyValue(code, shape.name, part) : part
      return value !== undefined && hostOfRequest.test(value.text)
    })
  })
}

function namesIn(node: CodeNode): readonly CodeNode[] {
  if (node.kind === "template_string")
    return node.named.flatMap((part) => (part.kind === "template_substitution" ? part.named.slice(0, 1) : []))
  const [left, right] = [node.field("left"), node.field("right")]
  return [left, right].flatMap((side) =>
    side === undefined
      ? []
      : side.kind === "binary_expression" || side.kind === "template_string"
        ? namesIn(side)
        : [side],
  )
}

/** Also as a declared text: the type says nothing about what is sent. */
const sentText = /^\(?(?:req|request|ctx)\.(?:query|body)\b[\w.[\]"']*(?: as string)?\)?$/

const looking = /^(?:indexOf|includes|startsWith|search)$/

/** A parameter that is sent twice arrives as a list: `..` is no item of it, but part of one. */
export function findListsThroughChecks(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, object, args: [first], node }) => {
      if (!looking.test(method) || object === undefined || first === undefined) return false
      if (!/^["'`](?:\.\.|\.\.\/|\/|<|<script|'|;|%)["'`]$/.test(first.text)) return false
      if (findAncestor(node, ({ kind }) => kind === "if_statement" || kind === "ternary_expression") === undefined)
        return false
      const shape = code.shape(object)
      const value = shape.kind === "name" ? findOnlyValue(code, shape.name, object) : object
      if (value === undefined || !sentText.test(value.text)) return false
      return !/typeof|String\(|Array\.isArray|isString|toString\(/.test(findEnclosingFunction(node)?.text ?? "")
    })
    .map(({ node }) => node)
}
