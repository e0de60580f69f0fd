import type { CodeNode } from "../../../../code-tree.ts"
import type { Call, CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"
import { findOnlyValue } from "../../../render-code-value.ts"

const host = /^(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}$/i
/** Names of values that say where a request comes from. The page's own address is no one's input. */
const sender =
  /(?:^|[._])(?:\w*origin|referr?er|\w*hostname|host)$|\(["'](?:origin|referr?er|host)["']\)+$|\[["']origin["']\]$/i
const ownPage = /\blocation\b/
const address = /(?:^|[._])(?:\w*ur[il]|href|link|\w*redirect\w*|next|return_?to|target|callback)$/i
/** A function with such a name decides what is let in. */
const deciding = /trusted|allowed|safe|valid|same(?:origin|site|host)|white|permitted/i

/** `origin.includes("example.com")`: true for `https://example.com.attacker.net` too. */
export function findPartialHostChecks(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter((call) => {
      const { object, args, method } = call
      if (method === "test") return isOpenExpression(object) && isSender(code, args[0])
      if (object === undefined || args[0] === undefined || !isChecked(code, call, object)) return false
      if (method === "match" || method === "search") return isOpenExpression(args[0])
      return isPartial(call, code.flow.constantText(args[0]) ?? "")
    })
    .map(({ node }) => node)
}

function isChecked(code: CodeView, { node }: Call, object: CodeNode): boolean {
  if (isSender(code, object)) return true
  return address.test(object.text) && deciding.test(nameOfFunction(node))
}

function nameOfFunction(node: CodeNode): string {
  const fn = findEnclosingFunction(node)
  return (fn?.field("name") ?? fn?.parent?.field("name"))?.text ?? ""
}

function isSender(code: CodeView, node: CodeNode | undefined): boolean {
  if (node === undefined || ownPage.test(node.text)) return false
  if (sender.test(node.text)) {
    const shape = code.shape(node)
    const value = shape.kind === "name" ? findOnlyValue(code, shape.name, node) : undefined
    return value === undefined || !ownPage.test(value.text)
  }
  const shape = code.shape(node)
  const value = shape.kind === "name" ? findOnlyValue(code, shape.name, node) : undefined
  return value !== undefined && headerRead.test(value.text)
}

const headerRead = /headers?(?:\.|\[["'])(?:origin|referr?er)\b|(?:get|header)\(["'](?:origin|referr?er)["']\)/i

function isPartial({ method, node }: Call, text: string): boolean {
  if (!host.test(text)) return false
  switch (method) {
    case "includes":
      return true
    case "indexOf":
      return /[=!<>]/.test(node.parent?.children[1]?.kind ?? "") || node.parent?.kind === "unary_expression"
    case "startsWith":
      return /^https?:/.test(text)
    case "endsWith":
      return !/^https?:/.test(text)
    default:
      return false
  }
}

/** An expression for a host that another host may contain: not anchored on one side. */
function isOpenExpression(node: CodeNode | undefined): boolean {
  if (node?.kind !== "regex") return false
  const source = node.text.slice(1, node.text.lastIndexOf("/"))
  if (!/[\w-]\\?\.(?:com|org|net|io|dev|app|co|edu|gov)\b/.test(source)) return false
  const isOpenAtEnd = !/(?:\$|\\?\/|[$/]\))$/.test(source) && !/\$/.test(source)
  const isOpenAtStart = !/^\(?(?:\?:)?\^/.test(source) && !/^\\\.|^\(\^\|/.test(source)
  return isOpenAtEnd || isOpenAtStart
}

const looseHost = /(?:^\^?|\/\/)[^/]*?[\w-]\.(?:[\w-]+\\?\.)*(?:com|org|net|io|dev|app|co|edu|gov)(?=\\?\/|\$|\)|$|:)/

/** `/^https:\/\/app.example.com$/`: the dot stands for any character. */
export function findLooseHostExpressions(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("regex").filter(({ text }) => {
    const source = text.slice(1, text.lastIndexOf("/")).replace(/\[(?:\\.|[^\]\\])*\]/g, "_")
    return /^\^?\(?(?:\?:)?https?|\/\//.test(source) && looseHost.test(source.replaceAll("\\/", "/"))
  })
}
