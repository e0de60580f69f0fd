import type { CodeNode } from "../../../code-tree.ts"
import type { RecordEntry, CodeShape } from "./code-shape.ts"

const comparisons = new Set(["==", "===", "!=", "!==", "<", ">", "<=", ">=", "in", "instanceof"])

/** An expression of JavaScript or TypeScript. */
export function readScriptShape(node: CodeNode): CodeShape {
  switch (node.kind) {
    case "string":
      return { kind: "constant", value: node.text.slice(1, -1) }
    case "number":
    case "true":
    case "false":
    case "null":
    case "undefined":
    case "regex":
      return { kind: "constant" }
    case "identifier":
    case "shorthand_property_identifier":
    case "this":
      return { kind: "name", name: node.text }
    case "member_expression":
      return member(node)
    case "subscript_expression":
      return index(node)
    case "call_expression":
    case "new_expression":
      return call(node)
    case "template_string":
      return template(node)
    case "binary_expression":
      return binary(node)
    case "ternary_expression":
      return { kind: "either", options: fields(node, "consequence", "alternative") }
    case "object":
      return { kind: "record", entries: node.named.flatMap(readPairEntry) }
    case "array":
      return { kind: "list", items: node.named }
    case "arrow_function":
    case "function_expression":
    case "generator_function":
      return { kind: "function" }
    case "unary_expression":
      return unary(node)
    default:
      return wrapped(node)
  }
}

function wrapped(node: CodeNode): CodeShape {
  const inner = wrappers.has(node.kind)
    ? (node.field("right") ?? node.named.at(lastCounts.has(node.kind) ? -1 : 0))
    : undefined
  return inner === undefined ? { kind: "other" } : { kind: "wrap", inner }
}

/** `a, b` and `<Type>b`. */
const lastCounts = new Set(["sequence_expression", "type_assertion"])

const wrappers = new Set([
  "parenthesized_expression",
  "await_expression",
  "as_expression",
  "satisfies_expression",
  "type_assertion",
  "non_null_expression",
  "spread_element",
  "sequence_expression",
  "assignment_expression",
  "template_substitution",
])

function member(node: CodeNode): CodeShape {
  const object = node.field("object")
  if (object === undefined) return { kind: "other" }
  return { kind: "member", object, property: node.field("property")?.text ?? "" }
}

function index(node: CodeNode): CodeShape {
  const object = node.field("object")
  return object === undefined ? { kind: "other" } : { kind: "index", object, index: node.field("index") }
}

function call(node: CodeNode): CodeShape {
  const named = node.field("function") ?? node.field("constructor")
  // `await f<T>(x)` is read as a call of `await f`.
  const callee = named?.kind === "await_expression" ? named.named[0] : named
  if (callee === undefined) return { kind: "other" }
  const behind = node.field("arguments")
  const isTagged = behind?.kind === "template_string"
  const args = behind === undefined ? [] : isTagged ? [behind] : behind.named
  return { kind: "call", callee, args, keywords: new Map(), isNew: node.kind === "new_expression", isTagged }
}

function template(node: CodeNode): CodeShape {
  const parts = node.named.filter(({ kind }) => kind === "template_substitution")
  const first = parts[0]
  if (first === undefined) return { kind: "constant", value: node.text.slice(1, -1) }
  return { kind: "template", parts, head: node.text.slice(1, first.start - node.start) }
}

function binary(node: CodeNode): CodeShape {
  const operator = node.field("operator")?.text ?? ""
  const [left, right] = fields(node, "left", "right")
  if (left === undefined || right === undefined) return { kind: "other" }
  if (comparisons.has(operator)) return { kind: "comparison" }
  if (operator === "||" || operator === "??") return { kind: "either", options: [left, right] }
  if (operator === "&&") return { kind: "either", options: [right] }
  return { kind: "binary", operator, left, right }
}

function unary(node: CodeNode): CodeShape {
  const operator = node.field("operator")?.text ?? ""
  const inner = node.field("argument")
  if (inner === undefined) return { kind: "other" }
  return operator === "!" || operator === "typeof" ? { kind: "comparison" } : { kind: "unary", operator, inner }
}

function readPairEntry(entry: CodeNode): readonly RecordEntry[] {
  if (entry.kind === "pair") {
    const [key, value] = fields(entry, "key", "value")
    if (key === undefined || value === undefined) return []
    return [key.kind === "computed_property_name" ? { value } : { key: key.text.replace(/^["']|["']$/g, ""), value }]
  }
  if (entry.kind === "shorthand_property_identifier") return [{ key: entry.text, value: entry }]
  return entry.kind === "spread_element" ? [{ value: entry }] : []
}

function fields(node: CodeNode, ...names: readonly string[]): readonly CodeNode[] {
  return names.map((name) => node.field(name)).filter((found) => found !== undefined)
}
