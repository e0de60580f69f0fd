import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"
import { findAncestor, findEnclosingFunction } from "../../../../rules/tree-shapes.ts"
import { findOnlyValue } from "../../../render-code-value.ts"

/** The directory was given a separator at its end, or the check uses the way from one path to the other. */
const separated = /\bsep\b|\+\s*["'`]\/["'`]|\$\{[^}]*\}\/["'`]|endsWith\(["'`]\/|\brelative\(|["'`]\/["'`]\s*[,)]/
const resolving = /\b(?:resolve|normalize|realpath|realpathSync|join)\(/

/** `/data/site-old` begins with `/data/site`: checks that compare resolved paths letter by letter. */
export function findPartialDirectoryChecks(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, node, object, args: [first] }) => {
      if (object === undefined || first === undefined || !isPrefixCheck(method, node)) return false
      const fn = findEnclosingFunction(node)
      if (fn === undefined || separated.test(fn.text) || !isDirectory(first)) return false
      return isResolved(code, object) && !endsWithSeparator(code, first)
    })
    .map(({ node }) => node)
}

function isPrefixCheck(method: string, node: CodeNode): boolean {
  if (method === "startsWith") return true
  const above = node.parent
  return method === "indexOf" && above?.kind === "binary_expression" && /[=!]==?\s*0$/.test(above.text)
}

function isDirectory({ kind, text }: CodeNode): boolean {
  if (/_\w*url|url$/i.test(text)) return false
  return (
    /^(?:identifier|member_expression|call_expression)$/.test(kind) &&
    /dir|root|base|dest|folder|home|public|upload|storage|static|resolve\(/i.test(text)
  )
}

function isResolved(code: CodeView, object: CodeNode): boolean {
  const shape = code.shape(object)
  const value = shape.kind === "name" ? findOnlyValue(code, shape.name, object) : object
  return value !== undefined && resolving.test(value.text) && /\bpath\b|node:path/.test(code.tree.text)
}

function endsWithSeparator(code: CodeView, directory: CodeNode): boolean {
  const shape = code.shape(directory)
  const value = shape.kind === "name" ? findOnlyValue(code, shape.name, directory) : undefined
  if (value !== undefined) return separated.test(value.text) || /\/["'`]\)?$/.test(value.text)
  const name = /(\w+)$/.exec(directory.text)?.[1] ?? ""
  return name !== "" && new RegExp(`\\b${name}\\b\\s*[:=][^\\n]*(?:\\bsep\\b|/["'\`])`).test(code.tree.text)
}

/** `!href.startsWith("javascript:")`: `data:` and `vbscript:` addresses run scripts too. */
export function findPartialSchemeChecks(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("string", "regex").filter((node) => {
    if (!/^["'`]javascript:?["'`]$|^\/\^?(?:\\s\*)?\(?(?:\?:)?javascript:?\)?(?:\\s\*:)?\/i?$/.test(node.text))
      return false
    const condition = findAncestor(node, ({ kind }) => /_statement$|_declarator$|^arrow_function$/.test(kind))
    if (condition === undefined || !/startsWith|indexOf|===?|!==?|\.test\(|match\(|includes/.test(condition.text))
      return false
    const around = findEnclosingFunction(node)?.text ?? condition.text
    return !/\bdata:|["'`]data["'`]|vbscript|https\??/i.test(around)
  })
}
