import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { readRecordEntries } from "../../call-arguments.ts"
import { isConstant, findOnlyValue } from "../../render-code-value.ts"

const cleaning =
  /saniti[sz]|purif|escape|encode|\bxss\(|format_html|translate|\bi18n\b|\bt\(|\bgettext|\b_\(|JSON\.stringify|\bserialize\(|devalue|jsesc|htmlescape|\bmicromark\((?![^()]*allowDangerousHtml)|renderToString|toSVG|\bbleach\.|\bnh3\.|conditional_escape|\.toFixed\(|Number\(|parseInt\(|\.length\b/i

/** Built at run time, and not by a function whose name says that it cleans. */
export function isUnescaped(code: CodeView, node: CodeNode): boolean {
  if (isConstant(code, node) || cleaning.test(node.text)) return false
  const shape = code.shape(node)
  if (/^(?:function|comparison|list|record)$/.test(shape.kind)) return false
  if (shape.kind === "either") return shape.options.some((option) => isUnescaped(code, option))
  const value = shape.kind === "name" ? findOnlyValue(code, shape.name, node) : undefined
  return value === undefined || (!cleaning.test(value.text) && !isConstant(code, value))
}

/** `<div dangerouslySetInnerHTML={{ __html: value }}>`. */
export function findHtmlAttributes(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("jsx_attribute").filter((node) => {
    const [name, value] = node.named
    if (!/^(?:dangerouslySetInnerHTML|innerHTML|v-html|srcDoc)$/.test(name?.text ?? "")) return false
    const given = value?.kind === "jsx_expression" ? value.named[0] : undefined
    if (given === undefined) return false
    const inner = readRecordEntries(code, given)?.find(({ key }) => key === "__html")?.value ?? given
    return isUnescaped(code, inner)
  })
}

/** Values that a template inserts as they are; parts of a layout are pages themselves. */
const raw =
  /<%-\s*(?!include\b|body\b|content\b|contentFor|partial\b|JSON\b)[a-z]|\{\{\{\s*(?!body\b|content\b)[a-z]|\bv-html=\\?["'](?![^"']*(?:saniti|purif|clean|escape))/i

/** Texts of templates that insert a value without escaping it. */
export function findRawTemplateTexts(code: CodeView): readonly CodeNode[] {
  return code.tree
    .ofKind("string", "template_string")
    .filter(({ text }) => raw.test(text) && /<\w|<%|\{\{\{/.test(text))
}

const renderers =
  /^(?:(?:await\s+)?(?:marked(?:\.parse|\.parseInline)?|markdown\.(?:toHTML|render)|md\.render|\w*[mM]arkdown\w*\.(?:render|makeHtml|parse|toHTML)|(?:new )?(?:showdown\.)?Converter\(\)\.makeHtml|converter\.makeHtml|snarkdown))\(|^micromark\([^()]*allowDangerousHtml/

/** The result of a Markdown renderer where a page takes HTML. */
export function findShownMarkdown(code: CodeView): readonly CodeNode[] {
  const attributes = findHtmlAttributes(code).filter((node) => {
    const given = node.named[1]?.named[0]
    const inner =
      given === undefined
        ? undefined
        : (readRecordEntries(code, given)?.find(({ key }) => key === "__html")?.value ?? given)
    return inner !== undefined && isRendered(code, inner)
  })
  const written = code.tree.ofKind("assignment_expression").filter((node) => {
    const [left, right] = [node.field("left"), node.field("right")]
    return /\.(?:innerHTML|outerHTML)$/.test(left?.text ?? "") && right !== undefined && isRendered(code, right)
  })
  return [...attributes, ...written]
}

function isRendered(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind === "wrap") return isRendered(code, shape.inner)
  const value = shape.kind === "name" ? findOnlyValue(code, shape.name, node) : node
  const called = value === undefined ? undefined : code.shape(value)
  if (called?.kind === "call" && called.args.every((arg) => isConstant(code, arg))) return false
  return value !== undefined && renderers.test(value.text) && !cleaning.test(value.text)
}

const entered =
  /\.(?:website|homepage|webpage|blog|personal_?(?:url|site)|profile_?url|external_?(?:url|link)|user_?url)$/i

/** Names of addresses that a component is given. */
const address = /(?:^|\.)(?:ur[il]|link|href|to|src|website|\w+(?:Ur[il]|URL|Link|Website))$/

/** `<a href={user.website}>`, `<iframe src={url}>`. */
export function findLinksToValues(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("jsx_attribute").filter((node) => {
    const [name, value] = node.named
    const given = value?.kind === "jsx_expression" ? value.named[0] : undefined
    const isLink = name?.text === "href" || (name?.text === "src" && /^<iframe\b/.test(node.parent?.text ?? ""))
    return isLink && given !== undefined && (entered.test(given.text) || isGivenAddress(code, given))
  })
}

function isGivenAddress(code: CodeView, node: CodeNode): boolean {
  const root = /^[\w$]+/.exec(node.text)?.[0] ?? ""
  if (!/^[\w$.]+$/.test(node.text) || !address.test(node.text)) return false
  const found = code.flow.names.all(root, node)
  return found.length > 0 && found.every(({ kind }) => kind === "parameter" || kind === "part")
}
