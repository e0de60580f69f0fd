import type { CodeNode } from "../../../code-tree.ts"
import type { CodeShape } from "./code-shape.ts"

/** An expression of Python. */
export function readPythonShape(node: CodeNode): CodeShape {
  switch (node.kind) {
    case "integer":
    case "float":
    case "true":
    case "false":
    case "none":
    case "ellipsis":
      return { kind: "constant" }
    case "string":
    case "concatenated_string":
      return text(node)
    case "identifier":
      return { kind: "name", name: node.text }
    case "attribute":
      return member(node)
    case "subscript":
      return index(node)
    case "call":
      return call(node)
    case "binary_operator":
      return binary(node)
    case "boolean_operator":
      return { kind: "either", options: boolean(node) }
    case "conditional_expression":
      return { kind: "either", options: node.named.filter((_, at) => at !== 1) }
    case "comparison_operator":
      return { kind: "comparison" }
    case "not_operator":
      return /^not\s+[A-Za-z_]\w*$/.test(node.text) && node.named[0] !== undefined
        ? { kind: "unary", operator: "not", inner: node.named[0] }
        : { kind: "comparison" }
    case "list":
    case "tuple":
    case "set":
    case "expression_list":
      return { kind: "list", items: node.named }
    case "list_comprehension":
    case "generator_expression":
    case "set_comprehension":
      return { kind: "list", items: node.named.slice(0, 1) }
    case "dictionary":
      return { kind: "record", entries: node.named.flatMap(readPairEntry) }
    case "lambda":
      return { kind: "function" }
    default:
      return wrapped(node)
  }
}

const wrappers = new Set([
  "parenthesized_expression",
  "await",
  "interpolation",
  "list_splat",
  "keyword_argument",
  "named_expression",
  "type",
])

function wrapped(node: CodeNode): CodeShape {
  if (node.kind === "unary_operator") {
    const inner = node.field("argument")
    return inner === undefined
      ? { kind: "other" }
      : { kind: "unary", operator: node.field("operator")?.text ?? "", inner }
  }
  const inner = wrappers.has(node.kind) ? (node.field("value") ?? node.named[0]) : undefined
  return inner === undefined ? { kind: "other" } : { kind: "wrap", inner }
}

function text(node: CodeNode): CodeShape {
  const strings = node.kind === "string" ? [node] : node.named
  const parts = strings.flatMap((string) => string.named.filter(({ kind }) => kind === "interpolation"))
  const contents = strings.flatMap((string) => string.named.filter(({ kind }) => kind === "string_content"))
  const first = parts[0]
  if (first === undefined) return { kind: "constant", value: contents.map((content) => content.text).join("") }
  const before = contents.filter(({ start }) => start < first.start)
  return { kind: "template", parts, head: before.map((content) => content.text).join("") }
}

function member(node: CodeNode): CodeShape {
  const object = node.field("object")
  if (object === undefined) return { kind: "other" }
  return { kind: "member", object, property: node.field("attribute")?.text ?? "" }
}

function index(node: CodeNode): CodeShape {
  const object = node.field("value")
  return object === undefined ? { kind: "other" } : { kind: "index", object, index: node.field("subscript") }
}

function call(node: CodeNode): CodeShape {
  const callee = node.field("function")
  if (callee === undefined) return { kind: "other" }
  const behind = node.field("arguments")
  const all = behind === undefined ? [] : behind.kind === "argument_list" ? behind.named : [behind]
  const keywords = new Map<string, CodeNode>()
  for (const arg of all) {
    const value = arg.kind === "keyword_argument" ? arg.field("value") : undefined
    if (value !== undefined) keywords.set(arg.field("name")?.text ?? "", value)
  }
  const args = all.filter(({ kind }) => kind !== "keyword_argument")
  return { kind: "call", callee, args, keywords, isNew: false, isTagged: false }
}

function binary(node: CodeNode): CodeShape {
  const [left, right] = [node.field("left"), node.field("right")]
  if (left === undefined || right === undefined) return { kind: "other" }
  return { kind: "binary", operator: node.field("operator")?.text ?? "", left, right }
}

function boolean(node: CodeNode): readonly CodeNode[] {
  const [left, right] = [node.field("left"), node.field("right")]
  const options = node.field("operator")?.text === "and" ? [right] : [left, right]
  return options.filter((option) => option !== undefined)
}

function readPairEntry(entry: CodeNode) {
  const value = entry.kind === "pair" ? entry.field("value") : entry.named[0]
  if (value === undefined) return []
  const key = entry.field("key")
  const shape = key === undefined ? undefined : readPythonShape(key)
  return shape?.kind === "constant" && shape.value !== undefined ? [{ key: shape.value, value }] : [{ value }]
}
