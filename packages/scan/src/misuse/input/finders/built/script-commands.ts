import type { CodeNode } from "../../../../code-tree.ts"
import type { Call, CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"
import { isConstant, findOnlyValue } from "../../../render-code-value.ts"

const quoting = /quot|escape|shq\b|shellwords|JSON\.stringify|encodeURI|sanit|clean|normalize/i

/** What the program itself decides, and what cannot contain a sign of the shell. */
const own =
  /^(?:process\.(?:execPath|pid|ppid|platform|arch|argv0|cwd\(\)|version)|__dirname|__filename|os\.\w+\(.*\)|require\.resolve\(.*\)|(?:path\.)?(?:join|resolve)\((?:__dirname|import\.meta).*|Number\(.*|parseInt\(.*|Date\.now\(\)|Math\..*|[A-Z][A-Z\d_]+|.*(?:[pP]id|[pP]ort|[lL]ength|[vV]ersion|[iI]ndex|[cC]ount|[sS]ize|[wW]idth|[hH]eight|[tT]imeout)\)?)$/

/** Whether a command line is put together from values that are not quoted for the shell. */
export function isBuiltInScript({ args: [command] }: Call, code: CodeView): boolean {
  return command !== undefined && findParts(code, command, 0).some((part) => isOpen(code, part))
}

const DEEPEST = 4

/** The values that are inserted into a text, which a node is or which the name was given. */
function findParts(code: CodeView, node: CodeNode, depth: number): readonly CodeNode[] {
  if (depth > DEEPEST) return []
  const shape = code.shape(node)
  if (shape.kind === "wrap") return findParts(code, shape.inner, depth + 1)
  if (shape.kind === "template") return shape.head.trim() === "" ? [] : shape.parts
  if (shape.kind === "binary") return shape.operator === "+" && hasText(code, node) ? findLeaves(code, node) : []
  if (shape.kind !== "name") return []
  return code.flow.names
    .reaching(shape.name, node)
    .flatMap((given) => (given.kind === "value" && given.value !== node ? findParts(code, given.value, depth + 1) : []))
}

function findLeaves(code: CodeView, node: CodeNode): readonly CodeNode[] {
  const shape = code.shape(node)
  if (shape.kind === "wrap") return findLeaves(code, shape.inner)
  if (shape.kind === "template") return shape.parts
  return shape.kind === "binary" ? [...findLeaves(code, shape.left), ...findLeaves(code, shape.right)] : [node]
}

/** The command itself is written there. */
function hasText(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind === "constant") return shape.value !== undefined && /\w/.test(shape.value)
  if (shape.kind === "template") return /\w/.test(shape.head)
  return shape.kind === "binary" && (hasText(code, shape.left) || hasText(code, shape.right))
}

function isOpen(code: CodeView, part: CodeNode): boolean {
  if (isConstant(code, part) || quoting.test(part.text) || own.test(part.text)) return false
  const shape = code.shape(part)
  if (shape.kind === "either") return shape.options.some((option) => isOpen(code, option))
  if (shape.kind === "wrap") return isOpen(code, shape.inner)
  if (shape.kind === "name") {
    const found = code.flow.names.all(shape.name, part)
    if (found.some(({ kind }) => kind === "import" || kind === "opaque")) return false
    if (isCheckedIn(findEnclosingFunction(part)?.text ?? "", shape.name)) return false
    const only = findOnlyValue(code, shape.name, part)
    return only === undefined ? found.length > 0 : isOpen(code, only)
  }
  if (shape.kind === "call") return part.text.slice(0, part.text.indexOf("(") + 1).endsWith(".join(")
  return shape.kind === "member" || shape.kind === "index"
}

/** A question about it is asked before it is used. */
function isCheckedIn(text: string, name: string): boolean {
  const at = name.replace(/\$/g, "\\$")
  return new RegExp(
    `\\b(?:is\\w+|valid\\w*|check\\w*|assert\\w*|test|includes|has)\\(\\s*${at}\\b|\\b${at}\\.(?:match|search)\\(`,
  ).test(text)
}
