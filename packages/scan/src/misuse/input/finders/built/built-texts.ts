import { answersRequests } from "../../../../library-facts.ts"
import type { CodeNode } from "../../../../code-tree.ts"
import type { Call, CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"
import { isConstant, findOnlyValue } from "../../../render-code-value.ts"

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
  if (validated.test(findEnclosingFunction(node)?.text ?? "")) return false
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
export function findRawHeaderLines(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("string").filter((node) => {
    if (!headerLine.test(node.text) || !/http|header|mime|request/i.test(code.tree.text.slice(0, 4000))) return false
    // Other lists of names and values are written in this way too, but not with both characters of a line's end.
    if (!/\\r/.test(node.text) && !/header|mime/i.test(findEnclosingFunction(node)?.text ?? "")) return false
    const isFilled = /^[bf]*f/.test(node.text) || /^(?:binary_operator|attribute)$/.test(node.parent?.kind ?? "")
    return isFilled && !checked.test((findEnclosingFunction(node)?.text ?? "").replace(node.text, ""))
  })
}

const requestLine = /(?:%s|\{[^}"']*\}) (?:%s|\{[^}"']*\}) HTTP\/|HTTP\/[\d.%s]* (?:%s|\{[^}"']*\}) (?:%s|\{[^}"']*\})/
const looksAtCharacters =
  /control_?char|(?:illegal|invalid|disallowed|forbidden)\w*_?(?:char|re\b|method|path)|\\r|isprintable/i

/** First lines of requests that are put together without looking for line breaks in method and path. */
export function findRawRequestLines(code: CodeView): readonly CodeNode[] {
  if (looksAtCharacters.test(code.tree.text.replace(/(?:HTTP\/[^\n]*?)?(?:\\r\\n)+/g, ""))) return []
  return code.tree
    .ofKind("string")
    .filter((node) => requestLine.test(node.text) && isFilled(node) && !isLogged(node) && !isShown(node))
}

const attachment = /filename=\\?"?(?:%s|\{[^}"']*\}|["']\s*\+)/
const encodes =
  /quote\(|escape|replace\(|encode\(|secure_filename|basename|ascii|\bre\.|_re\b|isalnum|slugify|valid|saniti[sz]/i

/** File names in headers that are not encoded: a quote or a line break ends the name. */
export function findRawFileNames(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("string").filter((node) => {
    if (!attachment.test(node.text) || !isFilled(node)) return false
    const statement = findStatement(node)
    if (!/disposition/i.test(statement.text) || isTold(code, node, statement.text)) return false
    return !encodes.test(findEnclosingFunction(node)?.text ?? code.tree.text)
  })
}

const numbers = /uuid|\bstrftime|\b(?:id|pk)\b|%d/

/** The name is a number, a time or an id; also if it is put together on another line. */
function isTold(code: CodeView, node: CodeNode, statement: string): boolean {
  const filling = node.parent?.kind === "binary_operator" ? node.parent.field("right") : undefined
  const shape = filling === undefined ? undefined : code.shape(filling)
  const given =
    filling !== undefined && shape?.kind === "name" ? findOnlyValue(code, shape.name, filling)?.text : undefined
  return numbers.test(statement) || numbers.test(given ?? "")
}

function isFilled({ text, parent }: CodeNode): boolean {
  return /^[a-z]*f[a-z]*["']/i.test(text) || /^(?:binary_operator|attribute)$/.test(parent?.kind ?? "")
}

/** In a function or class that only shows it. */
function isShown(node: CodeNode): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent)
    if (at.kind.endsWith("_definition") && /log|format|__repr__|__str__/i.test(at.field("name")?.text ?? ""))
      return true
  return false
}

function isLogged(node: CodeNode): boolean {
  return /\blog|warn|print\(|raise\b|Error\(/i.test(findStatement(node).text)
}

function findStatement(node: CodeNode): CodeNode {
  let at = node
  while (at.parent !== undefined && !/block|module|_definition$/.test(at.parent.kind)) at = at.parent
  return at
}

/** LDAP filters in which a value is inserted as it is. */
export function isBuiltFilter({ node, args }: Call, code: CodeView): boolean {
  if (answersRequests(code.tree.text) || validated.test(findEnclosingFunction(node)?.text ?? "")) return false
  return args.some((arg) => builtTexts(code, arg).some((text) => inFilter.test(text.text) && !/escape/.test(text.text)))
}

const inFilter = /\(\w+[~<>]?=\*?(?:%s|\{[^}]*\}|["']\s*\+)/

const quotedValue =
  /(?:=|<>|\blike|\bin\s*\(|[<>]=?|\w\()\s*'%?(?:%s|\{\w*\})%?'|->>?\s*'(?:%s|\{\w*\}|["'] ?\+)|(?:=|\blike|>)\s*'["']\s*\+/i
const sqlWords = /\b(?:select|where|and|or|having|like|values|set|order by)\b|->>|\w\(/i
const takesSql = /\b(?:RawSQL|extra|raw|literal_column|text|execute\w*|raw_sql|where|annotate)\(/

const makesSql = /^(?:as_(?:sql|oracle|sqlite|mysql|postgresql|native)|\w*_sql|sql_\w+)$/
const quotedPart = /[(,=]\s*'%?(?:%s|\{\w*\}|%\(\w+\)s)%?'/

/** Parts of SQL, in functions that return them, with a value between quotes. */
export function findQuotedSqlParts(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("string").filter((node) => {
    if (!quotedPart.test(node.text) || !isFilled(node) || isLogged(node)) return false
    const fn = findEnclosingFunction(node)
    return makesSql.test(fn?.field("name")?.text ?? "") && !/quote|escape|adapt|replace\(/.test(fn?.text ?? "")
  })
}

/** SQL in which a value is inserted between quotes, and not by the database's driver. */
export function findQuotedSqlValues(code: CodeView): readonly CodeNode[] {
  if (!takesSql.test(code.tree.text) && !/def as_\w*sql/.test(code.tree.text)) return []
  return code.calls
    .filter(({ path, method, args: [first], keywords, node }) => {
      if (
        !/^(?:RawSQL|extra|raw|literal_column)$/.test(method) ||
        answersRequests(code.tree.text.replace(/^.*import.*$/gm, ""))
      )
        return false
      const given = [first, keywords.get("where"), keywords.get("sql")].filter((one) => one !== undefined)
      const texts = given.flatMap((one) => builtTexts(code, one))
      return (
        path !== "" &&
        !/quote|escape|adapt/.test(findEnclosingFunction(node)?.text ?? "") &&
        texts.some(({ text }) => quotedValue.test(text) && sqlWords.test(text))
      )
    })
    .map(({ node }) => node)
}
