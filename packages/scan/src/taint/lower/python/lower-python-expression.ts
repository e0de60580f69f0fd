import type { CodeNode } from "../../../code-tree.ts"
import type { Arg, Constant, EntryExpr, Expr, Fn, ItemExpr, FnParam } from "../../ir.ts"
import { unescapeText } from "../unescape-text.ts"

/** An expression of Python. */
export function lowerPythonExpression(node: CodeNode): Expr {
  const lower = expressions[node.kind]
  if (large.has(node.kind) && node.end - node.start > LARGEST_LITERAL) return lowerUnknown(node)
  if (lower !== undefined) return lower(node)
  return { kind: "other", parts: node.named.map(lowerPythonExpression), ...toSpan(node) }
}

/** A table of data, which is not searched for input. */
const LARGEST_LITERAL = 12_000
const large = new Set(["list", "tuple", "set", "dictionary"])

export function toSpan({ start, end }: CodeNode): { readonly start: number; readonly end: number } {
  return { start, end }
}

const expressions: Readonly<Record<string, (node: CodeNode) => Expr>> = {
  integer: number,
  float: number,
  true: (node) => constant(node, true),
  false: (node) => constant(node, false),
  none: (node) => constant(node, null),
  string: text,
  concatenated_string: text,
  identifier: (node) => ({ kind: "name", name: node.text, ...toSpan(node) }),
  dotted_name: dottedName,
  attribute: (node) => ({
    kind: "member",
    object: part(node, "object"),
    property: node.field("attribute")?.text ?? "",
    ...toSpan(node),
  }),
  subscript,
  call,
  binary_operator: binary,
  boolean_operator: (node) => ({
    kind: "logic",
    op: node.field("operator")?.text === "and" ? "and" : "or",
    left: part(node, "left"),
    right: part(node, "right"),
    ...toSpan(node),
  }),
  comparison_operator: comparison,
  not_operator: (node) => ({ kind: "not", inner: part(node, "argument"), ...toSpan(node) }),
  unary_operator: (node) =>
    node.text.startsWith("-")
      ? { kind: "minus", inner: part(node, "argument"), ...toSpan(node) }
      : { kind: "other", parts: [part(node, "argument")], ...toSpan(node) },
  conditional_expression: (node) => {
    const [yes, test, otherwise] = node.named.map(lowerPythonExpression)
    if (yes === undefined || test === undefined || otherwise === undefined) return lowerUnknown(node)
    return { kind: "choice", test, yes, otherwise, ...toSpan(node) }
  },
  list: sequence,
  tuple: sequence,
  set: sequence,
  expression_list: sequence,
  pattern_list: sequence,
  tuple_pattern: sequence,
  list_pattern: sequence,
  dictionary: (node) => ({ kind: "record", entries: node.named.flatMap(entry), ...toSpan(node) }),
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  generator_expression: comprehension,
  dictionary_comprehension: comprehension,
  pair: (node) => part(node, "value"),
  lambda: (node) => ({ kind: "function", fn: lambda(node), ...toSpan(node) }),
  named_expression: (node) => ({
    kind: "assign",
    target: part(node, "name"),
    value: part(node, "value"),
    ...toSpan(node),
  }),
  parenthesized_expression: inside,
  await: inside,
  interpolation: inside,
  list_splat: inside,
  list_splat_pattern: inside,
  dictionary_splat: inside,
  yield: (node) => ({ kind: "yield", inner: inside(node), isAll: /^yield\s+from\b/.test(node.text), ...toSpan(node) }),
  as_pattern_target: inside,
  case_pattern: inside,
}

function part(node: CodeNode, field: string): Expr {
  const found = node.field(field)
  return found === undefined ? lowerUnknown(node) : lowerPythonExpression(found)
}

function inside(node: CodeNode): Expr {
  const [first] = node.named
  return first === undefined ? lowerUnknown(node) : lowerPythonExpression(first)
}

export function lowerUnknown(node: CodeNode): Expr {
  return { kind: "other", parts: [], ...toSpan(node) }
}

function constant(node: CodeNode, value: Constant): Expr {
  return { kind: "const", value, ...toSpan(node) }
}

function number(node: CodeNode): Expr {
  const value = Number(node.text.replace(/_/g, "").replace(/^0([oO]?)(?=\d)/, "0o"))
  return Number.isNaN(value) ? lowerUnknown(node) : constant(node, value)
}

function dottedName(node: CodeNode): Expr {
  const [first = "", ...rest] = node.text.split(".")
  return rest.reduce<Expr>((object, property) => ({ kind: "member", object, property, ...toSpan(node) }), {
    kind: "name",
    name: first,
    ...toSpan(node),
  })
}

function text(node: CodeNode): Expr {
  const strings = node.kind === "string" ? [node] : node.named
  const parts = strings.flatMap(stringParts)
  if (parts.every((one) => one.kind === "const"))
    return constant(node, parts.map((one) => (one.kind === "const" ? one.value : "")).join(""))
  return { kind: "template", parts, ...toSpan(node) }
}

function stringParts(node: CodeNode): readonly Expr[] {
  const mark = /^[a-z]*/i.exec(node.text)?.[0].toLowerCase() ?? ""
  return node.named.flatMap((child): readonly Expr[] => {
    if (child.kind === "interpolation") return [inside(child)]
    if (child.kind !== "string_content") return []
    const isRaw = mark.includes("r")
    return [constant(child, isRaw ? child.text : unescapeText(child.text))]
  })
}

function subscript(node: CodeNode): Expr {
  const object = part(node, "value")
  const key = node.field("subscript")
  if (key === undefined) return object
  if (key.kind !== "slice") return { kind: "index", object, key: lowerPythonExpression(key), ...toSpan(node) }
  const colon = key.children.findIndex(({ kind }) => kind === ":")
  const bound = (isBefore: boolean): Expr | undefined => {
    const found = key.children.find(({ kind }, at) => kind !== ":" && (isBefore ? at < colon : at === colon + 1))
    return found === undefined ? undefined : lowerPythonExpression(found)
  }
  return { kind: "slice", object, from: bound(true), to: bound(false), ...toSpan(node) }
}

function call(node: CodeNode): Expr {
  const behind = node.field("arguments")
  const all = behind === undefined ? [] : behind.kind === "argument_list" ? behind.named : [behind]
  return { kind: "call", callee: part(node, "function"), args: all.map(lowerArgument), isNew: false, ...toSpan(node) }
}

export function lowerArgument(node: CodeNode): Arg {
  if (node.kind === "keyword_argument")
    return { name: node.field("name")?.text ?? "", value: part(node, "value"), isSpread: false }
  if (node.kind === "dictionary_splat") return { name: "**", value: inside(node), isSpread: true }
  return item(node)
}

function item(node: CodeNode): ItemExpr {
  return { value: lowerPythonExpression(node), isSpread: node.kind.startsWith("list_splat") }
}

function binary(node: CodeNode): Expr {
  const op = node.field("operator")?.text ?? ""
  return { kind: "binary", op, left: part(node, "left"), right: part(node, "right"), ...toSpan(node) }
}

const equals: Readonly<Record<string, string>> = { is: "==", "is not": "!=", "<>": "!=" }

function comparison(node: CodeNode): Expr {
  const values = node.named.map(lowerPythonExpression)
  const ops = node.children
    .filter((child) => !node.named.includes(child))
    .map(({ text: op }) => op.replace(/\s+/g, " "))
  const pairs = ops.flatMap((op, at): readonly Expr[] => {
    const [left, right] = [values[at], values[at + 1]]
    if (left === undefined || right === undefined) return []
    if (op === "not in")
      return [{ kind: "not", inner: { kind: "binary", op: "in", left, right, ...toSpan(node) }, ...toSpan(node) }]
    return [{ kind: "binary", op: equals[op] ?? op, left, right, ...toSpan(node) }]
  })
  const [first, ...more] = pairs
  if (first === undefined) return lowerUnknown(node)
  return more.reduce<Expr>((left, right) => ({ kind: "logic", op: "and", left, right, ...toSpan(node) }), first)
}

function sequence(node: CodeNode): Expr {
  return { kind: "list", items: node.named.map(item), ...toSpan(node) }
}

function entry(node: CodeNode): readonly EntryExpr[] {
  if (node.kind === "pair") return [{ key: part(node, "key"), value: part(node, "value") }]
  return node.kind === "dictionary_splat" ? [{ value: inside(node) }] : []
}

function comprehension(node: CodeNode): Expr {
  const [first, ...clauses] = node.named
  if (first === undefined) return lowerUnknown(node)
  const tests = clauses.filter(({ kind }) => kind === "if_clause").map(inside)
  const loops = clauses.filter(({ kind }) => kind === "for_in_clause")
  return loops.reduceRight<Expr>(
    (result, loop, at) => ({
      kind: "each",
      target: part(loop, "left"),
      iterable: part(loop, "right"),
      tests: at === loops.length - 1 ? tests : [],
      result,
      ...toSpan(node),
    }),
    lowerPythonExpression(first),
  )
}

function lambda(node: CodeNode): Fn {
  const body = node.field("body")
  return {
    name: "",
    params: (node.field("parameters")?.named ?? []).flatMap(lowerPythonParameter),
    decorators: [],
    isExported: false,
    isArrow: true,
    body: () => (body === undefined ? [] : [{ kind: "return", value: lowerPythonExpression(body), ...toSpan(body) }]),
    ...toSpan(node),
  }
}

export function lowerPythonParameter(node: CodeNode): readonly FnParam[] {
  const name = node.field("name") ?? (node.kind === "typed_parameter" ? node.named[0] : node)
  if (name === undefined || node.kind.endsWith("separator")) return []
  const rest = /dictionary_splat/.test(name.kind) ? "record" : /list_splat/.test(name.kind) ? "list" : undefined
  const target = rest === undefined ? lowerPythonExpression(name) : inside(name)
  const value = node.field("value")
  const fallback = value === undefined ? undefined : lowerPythonExpression(value)
  return [{ target, fallback, rest, type: node.field("type")?.text }]
}
