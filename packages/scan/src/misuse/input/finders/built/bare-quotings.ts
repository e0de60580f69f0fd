import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"

const quoting =
  /^_?(?:escape|sanitize|quote)(?:Sql|SQL)?(?:Id|Ident|Identifier|Name|Column|Table|Field|Key|Value|Literal|String)?s?$/
const ofSql = /\bsql|\bSELECT\b|dialect|\bcolumn|\btable\b/i
const escaping = /\.replace(?:All)?\(|\.split\(|\.test\(|\.match\(|JSON\.stringify|\bescape\w*\(|\bthrow\b/

/** Functions that are named after quoting but only put quotes around their parameter. */
export function findBareQuotings(code: CodeView): readonly CodeNode[] {
  if (!ofSql.test(code.tree.text)) return []
  return code.tree
    .ofKind("method_definition", "function_declaration", "arrow_function", "function_expression")
    .flatMap((fn) => {
      const name = (fn.field("name") ?? (isNamed(fn) ? fn.parent?.field("name") : undefined))?.text ?? ""
      const body = fn.field("body")
      if (!quoting.test(name) || body === undefined || escaping.test(body.text)) return []
      const params = (fn.field("parameters")?.named ?? []).map(({ text }) => /^[\w$]+/.exec(text)?.[0] ?? "")
      return findResults(body).filter(({ text }) => params.some((param) => param !== "" && isBare(text, param)))
    })
}

function isNamed({ parent }: CodeNode): boolean {
  return parent?.kind === "variable_declarator"
}

function findResults(body: CodeNode): readonly CodeNode[] {
  if (body.kind !== "statement_block") return [body]
  const found: CodeNode[] = []
  const visit = (node: CodeNode): void => {
    if (node.kind === "return_statement") found.push(...node.named)
    else for (const child of node.named) visit(child)
  }
  visit(body)
  return found
}

/** The quote, perhaps something fixed, the parameter as it is, and the quote again. */
function isBare(text: string, param: string): boolean {
  const own = param.replace(/\$/g, "\\$")
  const template = new RegExp(`^\`\\\\?(["'\`])(?:\\$\\{[^}]*\\})?\\$\\{${own}\\}\\\\?\\1\`$`)
  const sum = new RegExp(`^(["'\`])\\\\?(["'\`])\\1\\s*\\+\\s*${own}\\s*\\+\\s*\\1\\\\?\\2\\1$`)
  return template.test(text) || sum.test(text)
}
