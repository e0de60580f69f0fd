import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { isConstant, findOnlyValue } from "../../render-code-value.ts"
import { isUnescaped } from "./markup.ts"

const marks = /^(?:mark_safe|Markup|SafeString|SafeText)$/
const tag = /<[a-z/]/i
/** Numbers, addresses that the program makes itself, and HTML that something else has made. */
const harmless =
  /html|markup|render|icon|widget|media|svg|safe|flatatt|attrs?\b|\b(?:id|pk|count|index|num|size|width|height|url|css|class|style|static)\b|(?:_id|_pk|_count|_url|_class|_css)\b|\breverse\(|\bint\(|\blen\(|\bstr\(|\bsuper\(|json|join\(|label_tag|errors?\b/i

/** Text that is called safe HTML although values are inserted into it as they are. */
export function findUnescapedMarkup(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, args: [first] }) => {
      if (first === undefined || !marks.test(method)) return false
      const shape = code.shape(first)
      const text = shape.kind === "name" ? findOnlyValue(code, shape.name, first) : first
      if (text === undefined || !tag.test(text.text) || !isUnescaped(code, text)) return false
      return insertedIn(code, text).some((value) => !isConstant(code, value) && isOthers(code, value))
    })
    .map(({ node }) => node)
}

/** `format_html` escapes its arguments, but not what is already in the text. */
export function findFilledFormats(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, args: [first] }) => {
      if (method !== "format_html" || first === undefined || !tag.test(first.text)) return false
      return insertedIn(code, first).some((value) => !isConstant(code, value) && isUnescaped(code, value))
    })
    .map(({ node }) => node)
}

/** A member or an item of something, or what a caller passed: names, titles, descriptions. */
function isOthers(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind === "wrap") return isOthers(code, shape.inner)
  if (harmless.test(node.text)) return false
  if (shape.kind === "member") return true
  if (shape.kind === "index") return code.shape(shape.object).kind !== "record"
  // A local value may have been escaped before.
  if (shape.kind !== "name") return false
  const given = code.flow.names.reaching(shape.name, node)
  return given.length > 0 && given.every(({ kind }) => kind === "parameter")
}

/** The values that are inserted into a text: with `%`, `format`, `+` or in an f-string. */
function insertedIn(code: CodeView, node: CodeNode): readonly CodeNode[] {
  const shape = code.shape(node)
  if (shape.kind === "wrap") return insertedIn(code, shape.inner)
  if (shape.kind === "template") return shape.parts
  if (shape.kind === "binary" && shape.operator === "%") {
    const right = code.shape(shape.right)
    if (right.kind === "list") return right.items
    return right.kind === "record" ? right.entries.map(({ value }) => value) : [shape.right]
  }
  if (shape.kind === "binary" && shape.operator === "+")
    return [shape.left, shape.right].flatMap((side) => (isConstant(code, side) ? [] : listSides(code, side)))
  if (shape.kind !== "call") return []
  const callee = code.shape(shape.callee)
  return callee.kind === "member" && callee.property === "format" ? [...shape.args, ...shape.keywords.values()] : []
}

function listSides(code: CodeView, side: CodeNode): readonly CodeNode[] {
  const inner = insertedIn(code, side)
  return inner.length === 0 ? [side] : inner
}
