import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { isExamined, usesParameter } from "../../parameter-use.ts"
import { isUnescaped } from "./markup.ts"

const opens =
  /<(?:a|b|body|div|em|h[1-6]|html|i|img|label|li|ol|option|p|script|span|table|td|th|title|tr|ul)\b[^<>]*(?:>|$)/i

/** `<p>${name}</p>` and `"<p>" + name + "</p>"`: the outermost text of each. */
export function findInsertedTexts(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("template_string", "binary_expression").filter((node) => {
    if (node.parent?.kind === "binary_expression" || node.parent?.kind === "template_substitution") return false
    if (!opens.test(node.text) || node.text.length > LONGEST) return false
    if (isExamined(node, /escape|encode|saniti|purif|Number\(|parseInt\(/i)) return false
    return splitText(code, node).some((part) => usesParameter(code, part) && isUnescaped(code, part))
  })
}

const LONGEST = 2000

/** What is inserted between the written texts. */
function splitText(code: CodeView, node: CodeNode): readonly CodeNode[] {
  const shape = code.shape(node)
  if (shape.kind === "template") return shape.parts.filter(({ kind }) => kind !== "string_fragment")
  if (shape.kind !== "binary" || shape.operator !== "+") return []
  return [shape.left, shape.right].flatMap((side) => {
    const kind = code.shape(side).kind
    return kind === "binary" || kind === "template" ? splitText(code, side) : kind === "constant" ? [] : [side]
  })
}
