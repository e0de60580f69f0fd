import type { CodeNode } from "../../../../../../ports/code-tree.ts"
import type { CodeView } from "../../../../code-view.ts"
import { entriesOf } from "../../../arguments.ts"
import { isConstant, onlyValue } from "../../../shown-value.ts"

const cleaning =
  /saniti[sz]|purif|escape|encode|\bxss\(|format_html|translate|\bi18n\b|\bt\(|\bgettext|\b_\(|JSON\.stringify|renderToString|toSVG|\bbleach\.|\bnh3\.|conditional_escape|\.toFixed\(|Number\(|parseInt\(|\.length\b/i

/** Built at run time, and not by a function whose name says that it cleans. */
export function isUnescaped(code: CodeView, node: CodeNode): boolean {
  if (isConstant(code, node) || cleaning.test(node.text)) return false
  const shape = code.shape(node)
  if (/^(?:function|comparison|list|record)$/.test(shape.kind)) return false
  if (shape.kind === "either") return shape.options.some((option) => isUnescaped(code, option))
  const value = shape.kind === "name" ? onlyValue(code, shape.name, node) : undefined
  return value === undefined || (!cleaning.test(value.text) && !isConstant(code, value))
}

/** `<div dangerouslySetInnerHTML={{ __html: value }}>`. */
export function htmlAttributes(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("jsx_attribute").filter((node) => {
    const [name, value] = node.named
    if (!/^(?:dangerouslySetInnerHTML|innerHTML|v-html|srcDoc)$/.test(name?.text ?? "")) return false
    const given = value?.kind === "jsx_expression" ? value.named[0] : undefined
    if (given === undefined) return false
    const inner = entriesOf(code, given)?.find(({ key }) => key === "__html")?.value ?? given
    return isUnescaped(code, inner)
  })
}
