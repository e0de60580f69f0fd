import type { CodeNode } from "../../../code-tree.ts"
import { measureRegexDegree, isSlowRegex } from "../../../regex-facts.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../rules/tree-shapes.ts"
import { resolvePath } from "../../resolve-path.ts"
import { findOnlyValue } from "../../render-code-value.ts"

interface Written {
  readonly node: CodeNode
  readonly source: string
  readonly flags: string
}

/** Regular expressions that were shown to take forever. */
export function findSlowExpressions(code: CodeView): readonly CodeNode[] {
  const written = code.isPython ? [...pythonExpressions(code), ...keptExpressions(code)] : scriptExpressions(code)
  return written
    .filter(({ source, flags }) => source.length <= LONGEST && isSlow(source, flags.includes("i") ? "i" : ""))
    .map(({ node }) => node)
}

const MOST_KNOWN = 2000
const LONGEST = 600

const isSlow = kept((source, flags) => /[)\]][*+{]/.test(source) && isSlowRegex(source, flags.includes("i")))
const degreeOf = kept(measureRegexDegree)

/** The same expression is written in many places. */
function kept<Answer>(ask: (source: string, flags: string) => Answer): (source: string, flags: string) => Answer {
  const known = new Map<string, Answer>()
  return (source, flags) => {
    const key = `${flags}/${source}`
    const before = known.get(key)
    if (before !== undefined) return before
    const answer = ask(source, flags)
    if (known.size > MOST_KNOWN) known.clear()
    known.set(key, answer)
    return answer
  }
}

/** Regular expressions that take far longer on a long text, and that search a text from a request. */
export function findExpressionsFedByRequests(code: CodeView): readonly CodeNode[] {
  return findSuperLinear(code).flatMap(({ node }) => (isFed(code, node, sent) ? [node] : []))
}

/**
 * The same where only callers choose the text, so that its length depends on them. At the third degree a text of a few
 * thousand characters is enough, so it does not matter where it comes from.
 */
export function findExpressionsFedByCallers(code: CodeView): readonly CodeNode[] {
  return findSuperLinear(code).flatMap(({ node, degree }) =>
    !isFed(code, node, sent) && (degree === 3 || isFed(code, node, given)) ? [node] : [],
  )
}

const sent = /^(?:likely-request|request)$/
const given = /^parameter$/

function findSuperLinear(code: CodeView): readonly { readonly node: CodeNode; readonly degree: number }[] {
  const written = code.isPython ? pythonExpressions(code) : scriptExpressions(code)
  return written.flatMap(({ node, source, flags }) => {
    if (source.length > LONGEST || !/[*+]|,\}/.test(source) || isSlow(source, flags.includes("i") ? "i" : "")) return []
    const degree = degreeOf(source, flags.replace(/[^gi]/g, ""))
    return degree === 1 ? [] : [{ node, degree }]
  })
}

function isFed(code: CodeView, node: CodeNode, by: RegExp): boolean {
  return code.isPython ? isMatchedWith(code, node, by) : isSearchedWith(code, node, by)
}

/** Whether it searches a text that comes from there, of any length. */
function isSearchedWith(code: CodeView, node: CodeNode, by: RegExp): boolean {
  return findUses(code, node).some((use) => {
    const searched = searchedBy(use)
    if (ofPaths.test(stripSlashes(node))) return false
    if (searched === undefined || !by.test(code.origin(searched, "any"))) return false
    if (isShort(code, searched) || isItem(code, searched)) return false
    const fn = findEnclosingFunction(use)
    return fn === undefined || !/\.length\s*(?:[<>]=?)\s*[\dA-Z]/.test(fn.text)
  })
}

function stripSlashes({ text }: CodeNode): string {
  return text.slice(1, text.lastIndexOf("/"))
}

/** A part of something that servers and systems keep short: 16,000 characters take milliseconds. */
const limited =
  /\.(?:\w*(?:[uU]r[il]|[pP]ath(?:name)?|[hH]ref|[hH]ost(?:name)?|[fF]ile_?[nN]ame|[aA]rn)|origin|mimetype)$/

/** Slashes at the end of a path, and the ending of a file's name. */
const ofPaths = /^(?:\^?\\\/[+*]?\|)?\\\/[+*]\$$|^\.\*\\\.[\w?:|()[\]\\.]*\$$/

/** A parameter of a function that a list calls with its items, such as names of files. */
function isItem(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind !== "name") return false
  return code.flow.names.reaching(shape.name, node).some((found) => {
    const call = found.kind === "parameter" ? found.fn.parent?.parent : undefined
    return (
      call?.kind === "call_expression" &&
      /\.(?:filter|map|forEach|some|every|find)$/.test(call.field("function")?.text ?? "")
    )
  })
}

/** A number or a date as text, or a setting: nobody passes a long one. */
function isShort(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  const given = shape.kind === "name" ? findOnlyValue(code, shape.name, node) : undefined
  const text = given?.text ?? node.text
  return (
    limited.test(text) ||
    /\.(?:format|toString|toFixed|toLocaleString|toISOString)\(/.test(text) ||
    /^(?:this\.)?_?(?:opts|options|config|settings)\./.test(text)
  )
}

/** `re.match(expression, text)` with such a text of any length, or the same with a compiled expression. */
function isMatchedWith(code: CodeView, node: CodeNode, by: RegExp): boolean {
  const shape = code.shape(node)
  if (shape.kind !== "call") return false
  const path = code.path(shape.callee)
  if (path.endsWith("compile")) return findMatchCalls(code, node).some(({ args }) => comesFrom(code, args[0], by))
  // A search is slow for many expressions, but only for texts that are very long.
  return path.endsWith("match") && comesFrom(code, shape.args[1], by)
}

function comesFrom(code: CodeView, text: CodeNode | undefined, by: RegExp): boolean {
  const fn = text === undefined ? undefined : findEnclosingFunction(text)
  if (text === undefined || fn === undefined || /\blen\(/.test(fn.text)) return false
  return (by === sent || text.kind === "identifier") && by.test(code.origin(text, "any"))
}

/** The calls of `match` on the name in which a compiled expression is stored. */
function findMatchCalls(code: CodeView, compiled: CodeNode): readonly CodeView["calls"][number][] {
  const name = compiled.parent?.kind === "assignment" ? compiled.parent.field("left")?.text : undefined
  if (name === undefined || !/^[\w.]+$/.test(name)) return []
  const names = [name, `self.${name}`, `cls.${name}`].flatMap((one) => [`${one}.match`, `${one}.fullmatch`])
  return code.calls.filter(({ path }) => names.includes(path))
}

/** The expression itself, or every place that names the constant in which it is stored. */
function findUses(code: CodeView, node: CodeNode): readonly CodeNode[] {
  const { parent } = node
  const name = parent?.kind === "variable_declarator" ? parent.field("name")?.text : undefined
  if (name === undefined) return [node]
  return code.tree.ofKind("identifier").filter((one) => one.text === name && one.start !== parent?.field("name")?.start)
}

const searching = /^(?:test|exec)$/
const searched = /^(?:replace|replaceAll|match|matchAll|search|split)$/

/** The text that a regular expression is used on. */
function searchedBy(node: CodeNode): CodeNode | undefined {
  const { parent } = node
  if (parent?.kind === "member_expression" && searching.test(parent.field("property")?.text ?? ""))
    return parent.parent?.field("arguments")?.named[0]
  const callee = parent?.kind === "arguments" ? parent.parent?.field("function") : undefined
  if (callee?.kind !== "member_expression" || parent?.named[0]?.start !== node.start) return undefined
  return searched.test(callee.field("property")?.text ?? "") ? callee.field("object") : undefined
}

function scriptExpressions(code: CodeView): readonly Written[] {
  const literals = code.tree.ofKind("regex").map((node) => {
    const end = node.text.lastIndexOf("/")
    return { node, source: node.text.slice(1, end), flags: node.text.slice(end + 1) }
  })
  const made = code.calls.flatMap(({ path, args, node }) => {
    const [first, flags] = args
    const source = path === "RegExp" && first !== undefined ? builtSource(code, first, 0) : undefined
    return source === undefined ? [] : [{ node: findDefinition(code, first, node), source, flags: flags?.text ?? "" }]
  })
  return [...literals, ...made]
}

/** The source of an expression that is put together from constants: texts, other expressions, lists of alternatives. */
function builtSource(code: CodeView, node: CodeNode, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined
  const buildPart = (inner: CodeNode) => builtSource(code, inner, depth + 1)
  const shape = code.shape(node)
  if (node.kind === "regex") return node.text.slice(1, node.text.lastIndexOf("/"))
  if (shape.kind === "constant") return shape.value?.replace(/\\(.)/g, "$1")
  if (shape.kind === "wrap") return buildPart(shape.inner)
  if (shape.kind === "member") return shape.property === "source" ? buildPart(shape.object) : undefined
  if (shape.kind === "name") {
    const only = findOnlyValue(code, shape.name, node)
    return only === undefined ? undefined : buildPart(only)
  }
  if (shape.kind === "binary" && shape.operator === "+") {
    const [left, right] = [buildPart(shape.left), buildPart(shape.right)]
    return left === undefined || right === undefined ? undefined : left + right
  }
  const callee = shape.kind === "call" ? code.shape(shape.callee) : undefined
  if (shape.kind !== "call" || callee?.kind !== "member" || callee.property !== "join") return undefined
  const list = code.shape(callee.object)
  const between = shape.args[0] === undefined ? "," : buildPart(shape.args[0])
  const items = list.kind === "list" ? list.items.map(buildPart) : [undefined]
  return between === undefined || items.includes(undefined) ? undefined : items.join(between)
}

/** Where a text that is put together elsewhere begins, which is where it is corrected. */
function findDefinition(code: CodeView, first: CodeNode | undefined, node: CodeNode): CodeNode {
  const shape = first === undefined ? undefined : code.shape(first)
  return (shape?.kind === "name" && first !== undefined ? findOnlyValue(code, shape.name, first) : undefined) ?? node
}

const takers = /^re\.(?:compile|match|search|fullmatch|findall|finditer|sub|subn|split)$/

function pythonExpressions(code: CodeView): readonly Written[] {
  return code.calls.flatMap(({ args, callee, method, node }) => {
    const [first] = args
    if (first === undefined || !takers.test(`re.${method}`) || !takers.test(resolvePath(code, callee))) return []
    const source = composedText(code, first, 0)
    if (source === undefined) return []
    const isVerbose = /\bre\.(?:VERBOSE|X)\b/.test(node.text)
    const flags = /IGNORECASE|re\.I\b|^\(\?[a-z]*i/.test(node.text) ? "i" : ""
    const plain = asScript(isVerbose ? withoutSpace(source) : source)
    const isAtStart = method.endsWith("match") || (method === "compile" && isOnlyMatched(code, node))
    return [{ node, source: isAtStart && !plain.startsWith("^") ? `^(?:${plain})` : plain, flags }]
  })
}

/** Compiled expressions are often searched with; one that is only matched begins where the text begins. */
function isOnlyMatched(code: CodeView, compiled: CodeNode): boolean {
  const name = compiled.parent?.kind === "assignment" ? compiled.parent.field("left")?.text : undefined
  if (name === undefined || findMatchCalls(code, compiled).length === 0) return false
  const plain = name.replace(/^(?:self|cls)\./, "")
  return !code.calls.some(({ path, method }) => searchers.test(method) && path.endsWith(`${plain}.${method}`))
}

const searchers = /^(?:search|findall|finditer|sub|subn|split|scanner)$/

/** A verbose expression without its comments and the space that only separates its parts. */
function withoutSpace(source: string): string {
  return source.replace(/(\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\])|\s+|#.*/g, "$1")
}

/** The text of an expression that is put together from constants. */
function composedText(code: CodeView, node: CodeNode, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined
  const composePart = (inner: CodeNode) => composedText(code, inner, depth + 1)
  const shape = code.shape(node)
  if (shape.kind === "constant") return shape.value === undefined ? undefined : writtenText(node, shape.value)
  if (shape.kind === "wrap") return composePart(shape.inner)
  if (shape.kind === "name") {
    const only = findOnlyValue(code, shape.name, node)
    return only === undefined ? undefined : composePart(only)
  }
  if (shape.kind === "template") return filledText(node, composePart)
  if (shape.kind !== "binary") return undefined
  const [left, right] = [composePart(shape.left), composePart(shape.right)]
  if (shape.operator === "+") return left === undefined || right === undefined ? undefined : left + right
  if (shape.operator !== "%" || left === undefined) return undefined
  const list = code.shape(shape.right)
  const given = list.kind === "list" ? list.items.map(composePart) : [right]
  const places = left.match(/%[sr]/g) ?? []
  if (places.length !== given.length || given.includes(undefined)) return undefined
  let at = 0
  return left.replace(/%s/g, () => given[at++] ?? "")
}

const DEEPEST = 5

/** A formatted string whose values are known texts. */
function filledText(node: CodeNode, readPart: (inner: CodeNode) => string | undefined): string | undefined {
  const strings = node.kind === "string" ? [node] : node.named
  const parts = strings.flatMap((string) =>
    string.named.map((part) => {
      if (part.kind === "string_content")
        return writtenText(string, part.text).replace(/\{\{|\}\}/g, ([brace = ""]) => brace)
      const [inner] = part.named
      return part.kind === "interpolation" && part.named.length === 1 && inner !== undefined
        ? readPart(inner)
        : undefined
    }),
  )
  return parts.includes(undefined) ? undefined : parts.join("")
}

function writtenText(node: CodeNode, value: string): string {
  if (/^[a-z]*r[a-z]*["']/i.test(node.text)) return value
  return value.replace(/\\(.)/g, (all, char: string) => (/[\\"']/.test(char) ? char : all))
}

/** Expressions that are kept in lists, as those of a lexer: raw texts with a repeated group. */
function keptExpressions(code: CodeView): readonly Written[] {
  return code.tree.ofKind("string").flatMap((node) => {
    if (!/^[bu]?r[bu]?["'](?!["'])/i.test(node.text) || !/\)[*+{]/.test(node.text)) return []
    if (!/^(?:tuple|list|pair|set)$/.test(node.parent?.kind ?? "")) return []
    const shape = code.shape(node)
    if (shape.kind !== "constant" || shape.value === undefined) return []
    return [{ node, source: asScript(shape.value), flags: "" }]
  })
}

/** Python's syntax converted to that of JavaScript, as far as it means the same. */
function asScript(source: string): string {
  return source
    .replace(/^\(\?[aiLmsux]+\)/, "")
    .replace(/\(\?P</g, "(?<")
    .replace(/\(\?P=(\w+)\)/g, "\\k<$1>")
    .replace(/\\A/g, "^")
    .replace(/\\Z/g, "$")
}
