import type { CodeNode } from "../../../code-tree.ts"
import { buildsDocument } from "../../../library-facts.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { readRecordEntries } from "../../call-arguments.ts"
import { findOnlyValue } from "../../render-code-value.ts"
import { findAncestor, findEnclosingFunction } from "../../../rules/tree-shapes.ts"
import { isUnescaped } from "./markup.ts"

/** Names of what a program itself made, or has made safe. */
const own =
  /svg|icon|css|style|script|json|highlight|render|safe|trust|sanit|purif|clean|escap|i18n|transl|intl|locale|logo|katex|math|mermaid|snippet|emoji|policy|template|markup|xml|\.current\b|\.(?:inner|outer)HTML|compiled|parsed|format|marked|markdown/i

/** What others write: the text of a record, of an option or of a block of a document. */
const written =
  /(?:^|[.\]?])(?:\w*[a-z])?(?:text|title|label|content|contents|message|name|description|html|caption|tooltip|placeholder\w*|body|value|comment|summary|bio|subtitle|heading|excerpt|note|answer|question|info)$/i

/** Data that is shown as HTML: nothing between the field of an object and the page has looked at it. */
export function findDataAsHtml(code: CodeView): readonly CodeNode[] {
  const writes = [...findHtmlWrites(code)]
  return [...findHtmlProps(code), ...(writes.length > 0 && buildsDocument(code.tree.text) ? [] : writes)].flatMap(
    ([node, value]) => (isData(code, value, 0) && !isCleanedBeside(node) ? [node] : []),
  )
}

/** The component or class cleans something: what it keeps in its state may be the result. */
function isCleanedBeside(node: CodeNode): boolean {
  const whole = findAncestor(node, ({ parent }) => parent === undefined || parent.parent === undefined) ?? node
  return /purif|\bsaniti[sz]e(?:-?html|\w*Html|HTML)?["'(]/i.test(whole.text)
}

/** `dangerouslySetInnerHTML={{ __html: value }}`, other than in a style or a script. */
function* findHtmlProps(code: CodeView): Generator<readonly [CodeNode, CodeNode]> {
  for (const node of code.tree.ofKind("jsx_attribute")) {
    const [name, value] = node.named
    if (name?.text !== "dangerouslySetInnerHTML" || value?.kind !== "jsx_expression") continue
    if (/^<(?:style|script|noscript|svg|template)\b/i.test(node.parent?.text ?? "")) continue
    const given = value.named[0]
    const inner = given && readRecordEntries(code, given)?.find(({ key }) => key === "__html")?.value
    if (inner !== undefined) yield [node, inner]
  }
}

/** `element.innerHTML = value`. */
function* findHtmlWrites(code: CodeView): Generator<readonly [CodeNode, CodeNode]> {
  for (const node of code.tree.ofKind("assignment_expression")) {
    const [left, right] = [node.field("left"), node.field("right")]
    if (right === undefined || !/\.(?:inner|outer)HTML$/.test(left?.text ?? "")) continue
    if (/template|textarea|style|script/i.test(left?.text ?? "")) continue
    yield [node, right]
  }
}

const DEEPEST = 3

function isData(code: CodeView, node: CodeNode, depth: number): boolean {
  if (depth > DEEPEST || own.test(node.text) || !isUnescaped(code, node)) return false
  const shape = code.shape(node)
  switch (shape.kind) {
    case "wrap":
      return isData(code, shape.inner, depth + 1)
    case "either":
      return shape.options.some((option) => isData(code, option, depth + 1))
    case "member":
      return written.test(node.text) && isGiven(code, node)
    case "name": {
      if (isProp(code, shape.name, node)) return true
      const value = findOnlyValue(code, shape.name, node)
      if (value === undefined || value === node) return false
      const of = code.shape(value)
      return of.kind === "call" ? /^(?:_\.|lodash)?get\(/.test(value.text) : isData(code, value, depth + 1)
    }
    default:
      return false
  }
}

/** `({ html }) => …`: a component's own property. */
function isProp(code: CodeView, name: string, node: CodeNode): boolean {
  const [only, ...more] = code.flow.names.all(name, node)
  return only?.kind === "parameter" && only.property !== undefined && more.length === 0 && written.test(name)
}

/** Whether the object is a parameter, `this`, or something made from one. */
function isGiven(code: CodeView, node: CodeNode): boolean {
  const root = /^[\w$]+/.exec(node.text)?.[0] ?? ""
  if (root === "this") return /^this\.(?:opts|options|props|config|settings|data|params|state)\b/.test(node.text)
  if (findEnclosingFunction(node) === undefined) return false
  const found = code.flow.names.all(root, node)
  return found.length > 0 && found.every(({ kind }) => kind === "parameter" || kind === "part")
}
