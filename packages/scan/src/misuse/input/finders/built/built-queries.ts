import type { CodeNode } from "../../../../code-tree.ts"
import type { Call, CodeView } from "../../../../rules/code-view.ts"
import { isExamined } from "../../../parameter-use.ts"
import { isConstant, findOnlyValue } from "../../../render-code-value.ts"

const statement =
  /^["'`(\s]*(?:select\s[^]*\bfrom\b|insert\s+into\b|update\s+\S+\s+set\b|delete\s+from\b|truncate\b|drop\s+(?:table|database)\b|alter\s+table\b|replace\s+into\b|with\s+\w+\s+as\b|call\s+\w|exec\s+\w)/i
const quoted =
  /escape|quote|placeholder|\bformat\(|SqlString|sqlstring|\bident\b|Number\(|parseInt\(|\.length\b|includes\(|\.has\(|hasOwn|allow|valid|\?\?/i

/** A query that is put together from texts and values, here or where its name was assigned. */
export function isBuiltQuery({ args: [first] }: Pick<Call, "args">, code: CodeView): boolean {
  if (first === undefined) return false
  const shape = code.shape(first)
  const value = shape.kind === "name" ? findOnlyValue(code, shape.name, first) : first
  if (value === undefined || !/^(?:binary|template)$/.test(code.shape(value).kind)) return false
  return statement.test(value.text) && !isExamined(value, quoted) && !isConstant(code, value) && !isTagged(value)
}

/** sql`…`: the tag receives the values apart. */
function isTagged(node: CodeNode): boolean {
  return (
    node.kind === "template_string" &&
    node.parent?.kind === "call_expression" &&
    node.parent.field("function") !== undefined &&
    node.parent.field("arguments") === node
  )
}
