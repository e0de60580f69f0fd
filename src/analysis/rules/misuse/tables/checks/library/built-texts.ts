import { answersRequests } from "../../../../../answers-requests.ts"
import type { CodeNode } from "../../../../../../ports/code-tree.ts"
import type { Call, CodeView } from "../../../../code-view.ts"
import { enclosingFunction } from "../../../../tree-shapes.ts"
import { isConstant } from "../../../shown-value.ts"

const quoted = /\bquote\(|\bshlex\b|\bpipes\.quote|list2cmdline|\bescape\w*\(|\bint\(|\bsys\.executable\b|\brepr\(/

/** Whether a command line is put together from values that are not quoted for the shell. */
export function isBuiltCommand({ args: [first], keywords }: Call, code: CodeView): boolean {
  const command = first ?? keywords.get("args") ?? keywords.get("cmd")
  if (command === undefined || answersRequests(code.tree.text)) return false
  return builtTexts(code, command).some((text) => !quoted.test(text.text) && !isNumbered(text.text))
}

/** A list of arguments with a value that a shell would read: Node joins them with spaces. */
export function hasPlainWord(code: CodeView, list: CodeNode): boolean {
  const shape = code.shape(list)
  if (shape.kind !== "list") return false
  return shape.items.some(
    (item) =>
      item.kind !== "spread_element" &&
      !isConstant(code, item) &&
      !/quote|escape|process\.(?:execPath|argv|cwd)|__dirname|__filename|\bpath\.|String\(|port|require\.resolve/i.test(
        item.text,
      ),
  )
}

/** Only numbers are inserted. */
function isNumbered(text: string): boolean {
  return /%[\d.]*[dif]/.test(text) && !/%s|\{/.test(text)
}

const insideQuotes = /=\s*\\?["'](?:%s|\{[^}]*\}|["']\s*\+)/

const validated = /\bis(?:alnum|digit|alpha|identifier|decimal)\(|\bfullmatch\(|\bre\.match\(|\bnot in [A-Z_]+\b/

/** XPath expressions in which a value is inserted between quotes. */
export function isBuiltXpath({ node, args: [first] }: Call, code: CodeView): boolean {
  if (first === undefined || answersRequests(code.tree.text)) return false
  if (validated.test(enclosingFunction(node)?.text ?? "")) return false
  return builtTexts(code, first).some((text) => insideQuotes.test(text.text) && !/\bescape|\bquote/.test(text.text))
}

/** The texts with inserted values that a node is, or that the name may have been given. */
function builtTexts(code: CodeView, node: CodeNode): readonly CodeNode[] {
  const shape = code.shape(node)
  if (shape.kind === "wrap") return builtTexts(code, shape.inner)
  if (shape.kind === "list") return shape.items.slice(0, 1).flatMap((item) => builtTexts(code, item))
  if (shape.kind === "name")
    return code.flow.names
      .reaching(shape.name, node)
      .flatMap((given) => (given.kind === "value" && given.value !== node ? [given.value] : []))
      .filter((value) => isBuilt(code, value))
  return isBuilt(code, node) ? [node] : []
}

function isBuilt(code: CodeView, node: CodeNode): boolean {
  if (isConstant(code, node)) return false
  const shape = code.shape(node)
  if (shape.kind === "template") return shape.parts.length > 0
  if (shape.kind === "binary") return /^[+%]$/.test(shape.operator) && hasText(code, node)
  return shape.kind === "call" && /^f?r?["'][^]*\.format\($/.test(node.text.slice(0, node.text.indexOf("(") + 1))
}

function hasText(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind === "constant") return shape.value !== undefined && shape.value.trim() !== ""
  return shape.kind === "binary" && (hasText(code, shape.left) || hasText(code, shape.right))
}

const headerLine = /^[bf]*["'][^"'\n]*(?:%s|\{[^}"']*\}):(?: (?:%s|\{[^}"']*\})(?:\\r)?|(?:%s|\{[^}"']*\})\\r)\\n["']$/
const checked =
  /\\[rn].{0,12}\b(?:in|search|match)\b|\b(?:in|search|match)\b.{0,40}\\[rn]|illegal|valid|check|sanit|replace\(|legal/i

/** Lines of headers that are put together without looking for line breaks in name and value. */
export function rawHeaderLines(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("string").filter((node) => {
    if (!headerLine.test(node.text) || !/http|header|mime|request/i.test(code.tree.text.slice(0, 4000))) return false
    // Other lists of names and values are written in this way too, but not with both characters of a line's end.
    if (!/\\r/.test(node.text) && !/header|mime/i.test(enclosingFunction(node)?.text ?? "")) return false
    const isFilled = /^[bf]*f/.test(node.text) || /^(?:binary_operator|attribute)$/.test(node.parent?.kind ?? "")
    return isFilled && !checked.test((enclosingFunction(node)?.text ?? "").replace(node.text, ""))
  })
}
