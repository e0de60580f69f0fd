import type { CodeNode } from "../../../code-tree.ts"
import type { Arg, Constant, EntryExpr, Expr, Fn, ItemExpr, FnParam, Stmt } from "../../ir.ts"
import { unescapeText } from "../unescape-text.ts"

/** What an expression needs in order to contain functions and classes, which contain statements. */
export interface Bodies {
  readonly statements: (node: CodeNode) => readonly Stmt[]
  readonly lowerClass: (node: CodeNode) => Expr
}

/** A table of data, which is not searched for input. */
const LARGEST_LITERAL = 12_000

export function toScriptSpan({ start, end }: CodeNode): { readonly start: number; readonly end: number } {
  return { start, end }
}

export function lowerUnknownScript(node: CodeNode): Expr {
  return { kind: "other", parts: [], ...toScriptSpan(node) }
}

let bodies: Bodies = { statements: () => [], lowerClass: lowerUnknownScript }

/** Statements and expressions contain each other; the file for statements registers its reader here. */
export function readBodiesWith(given: Bodies): void {
  bodies = given
}

const name = (node: CodeNode): Expr => ({ kind: "name", name: node.text, ...toScriptSpan(node) })
const record = (node: CodeNode): Expr => ({ kind: "record", entries: node.named.flatMap(entry), ...toScriptSpan(node) })
const list = (node: CodeNode): Expr => ({ kind: "list", items: node.named.map(item), ...toScriptSpan(node) })
const given = (node: CodeNode, op?: string): Expr => ({
  kind: "assign",
  target: part(node, "left"),
  value: part(node, "right"),
  op,
  ...toScriptSpan(node),
})

const expressions: Readonly<Record<string, (node: CodeNode) => Expr>> = {
  string: (node) => constant(node, unescapeText(node.text.slice(1, -1))),
  number: lowerNumber,
  true: (node) => constant(node, true),
  false: (node) => constant(node, false),
  null: (node) => constant(node, null),
  regex,
  identifier: name,
  this: name,
  super: name,
  import: name,
  shorthand_property_identifier: name,
  member_expression: (node) => ({
    kind: "member",
    object: part(node, "object"),
    property: node.field("property")?.text ?? "",
    ...toScriptSpan(node),
  }),
  subscript_expression: (node) => ({
    kind: "index",
    object: part(node, "object"),
    key: part(node, "index"),
    ...toScriptSpan(node),
  }),
  call_expression: call,
  new_expression: call,
  template_string: text,
  binary_expression: binary,
  unary_expression: unary,
  ternary_expression: (node) => ({
    kind: "choice",
    test: part(node, "condition"),
    yes: part(node, "consequence"),
    otherwise: part(node, "alternative"),
    ...toScriptSpan(node),
  }),
  object: record,
  object_pattern: record,
  array: list,
  array_pattern: list,
  assignment_expression: (node) => given(node),
  augmented_assignment_expression: (node) => given(node, readOperator(node)),
  assignment_pattern: (node) => given(node),
  sequence_expression: (node) => {
    const last = node.named.at(-1)
    return last === undefined ? lowerUnknownScript(node) : lowerScriptExpression(last)
  },
  class: (node) => bodies.lowerClass(node),
  comment: lowerUnknownScript,
}

const wrappers = new Set([
  "parenthesized_expression",
  "await_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
  "type_assertion",
  "yield_expression",
  "template_substitution",
  "optional_chain",
])

const functions = new Set([
  "arrow_function",
  "function_expression",
  "generator_function",
  "function",
  "method_definition",
])

/** An expression of JavaScript or TypeScript. */
export function lowerScriptExpression(node: CodeNode): Expr {
  const lower = expressions[node.kind]
  if (node.kind === "array" && node.end - node.start > LARGEST_LITERAL) return lowerUnknownScript(node)
  if (lower !== undefined) return lower(node)
  if (wrappers.has(node.kind)) return inside(node)
  if (functions.has(node.kind)) return { kind: "function", fn: lowerScriptFunction(node), ...toScriptSpan(node) }
  if (node.kind.startsWith("jsx_")) return element(node)
  return { kind: "other", parts: node.named.map(lowerScriptExpression), ...toScriptSpan(node) }
}

/** `+` of `+=`. */
export function readOperator(node: CodeNode): string {
  return (node.field("operator")?.text ?? "+=").replace(/=$/, "")
}

function part(node: CodeNode, field: string): Expr {
  const found = node.field(field)
  return found === undefined ? lowerUnknownScript(node) : lowerScriptExpression(found)
}

function inside(node: CodeNode): Expr {
  // The type of `<Type>value` is written before the value.
  const inner = node.named.at(node.kind === "type_assertion" ? -1 : 0)
  return inner === undefined ? lowerUnknownScript(node) : lowerScriptExpression(inner)
}

function constant(node: CodeNode, value: Constant): Expr {
  return { kind: "const", value, ...toScriptSpan(node) }
}

function regex(node: CodeNode): Expr {
  const end = node.text.lastIndexOf("/")
  return { kind: "regex", source: node.text.slice(1, end), flags: node.text.slice(end + 1), ...toScriptSpan(node) }
}

function lowerNumber(node: CodeNode): Expr {
  const value = Number(node.text.replace(/_/g, ""))
  return Number.isNaN(value) ? lowerUnknownScript(node) : constant(node, value)
}

function call(node: CodeNode): Expr {
  const written = node.field("function") ?? node.field("constructor")
  // `await f<T>(x)` is read as a call of `await f`.
  const callee = written?.kind === "await_expression" ? written.named[0] : written
  if (callee === undefined) return lowerUnknownScript(node)
  const behind = node.field("arguments")
  if (behind?.kind === "template_string")
    return { kind: "template", parts: textParts(behind), tag: lowerScriptExpression(callee), ...toScriptSpan(node) }
  const args: readonly Arg[] = (behind?.named ?? []).map(item)
  return {
    kind: "call",
    callee: lowerScriptExpression(callee),
    args,
    isNew: node.kind === "new_expression",
    ...toScriptSpan(node),
  }
}

function item(node: CodeNode): ItemExpr {
  const isSpread = /^(?:spread_element|rest_pattern)$/.test(node.kind)
  return { value: isSpread ? inside(node) : lowerScriptExpression(node), isSpread }
}

function text(node: CodeNode): Expr {
  const parts = textParts(node)
  if (parts.every((one) => one.kind === "const"))
    return constant(node, parts.map((one) => (one.kind === "const" ? one.value : "")).join(""))
  return { kind: "template", parts, ...toScriptSpan(node) }
}

function textParts(node: CodeNode): readonly Expr[] {
  const parts: Expr[] = []
  let at = node.start + 1
  const literal = (to: number): void => {
    const written = node.text.slice(at - node.start, to - node.start)
    if (written !== "") parts.push({ kind: "const", value: unescapeText(written), start: at, end: to })
  }
  for (const child of node.named.filter(({ kind }) => kind === "template_substitution")) {
    literal(child.start)
    parts.push(inside(child))
    at = child.end
  }
  literal(node.end - 1)
  return parts
}

const logics: Readonly<Record<string, "and" | "or" | "nullish">> = { "&&": "and", "||": "or", "??": "nullish" }

function binary(node: CodeNode): Expr {
  const op = node.field("operator")?.text ?? ""
  const [left, right] = [part(node, "left"), part(node, "right")]
  const logic = logics[op]
  if (logic !== undefined) return { kind: "logic", op: logic, left, right, ...toScriptSpan(node) }
  return { kind: "binary", op, left, right, ...toScriptSpan(node) }
}

function unary(node: CodeNode): Expr {
  const op = node.field("operator")?.text ?? ""
  const inner = part(node, "argument")
  if (op === "!") return { kind: "not", inner, ...toScriptSpan(node) }
  if (op === "-") return { kind: "minus", inner, ...toScriptSpan(node) }
  if (op === "typeof") return { kind: "typeof", inner, ...toScriptSpan(node) }
  if (op !== "+" && op !== "~") return { kind: "other", parts: [inner], ...toScriptSpan(node) }
  const callee: Expr = { kind: "name", name: "Number", ...toScriptSpan(node) }
  return { kind: "call", callee, args: [{ value: inner, isSpread: false }], isNew: false, ...toScriptSpan(node) }
}

function entry(node: CodeNode): readonly EntryExpr[] {
  switch (node.kind) {
    case "pair":
    case "pair_pattern":
      return [{ key: lowerKey(node.field("key")), value: part(node, "value") }]
    case "shorthand_property_identifier":
    case "shorthand_property_identifier_pattern":
      return [{ key: constant(node, node.text), value: name(node) }]
    case "object_assignment_pattern": {
      const [left] = node.named
      const target: Expr = { kind: "name", name: left?.text ?? "", ...toScriptSpan(node) }
      const value: Expr = { kind: "assign", target, value: part(node, "right"), ...toScriptSpan(node) }
      return [{ key: constant(node, left?.text ?? ""), value }]
    }
    case "spread_element":
    case "rest_pattern":
      return [{ value: inside(node) }]
    case "method_definition": {
      const fn = lowerScriptFunction(node)
      return [{ key: constant(node, fn.name), value: { kind: "function", fn, ...toScriptSpan(node) } }]
    }
    default:
      return []
  }
}

function lowerKey(node: CodeNode | undefined): Expr | undefined {
  if (node === undefined) return undefined
  if (node.kind === "computed_property_name") return inside(node)
  return constant(node, node.kind === "string" ? unescapeText(node.text.slice(1, -1)) : node.text)
}

function element(node: CodeNode): Expr {
  if (node.kind === "jsx_text") return lowerUnknownScript(node)
  if (node.kind === "jsx_expression") return inside(node)
  const isClosed = node.kind === "jsx_self_closing_element"
  const opening = node.field("open_tag") ?? (isClosed ? node : undefined)
  if (opening === undefined)
    return { kind: "other", parts: node.named.map(lowerScriptExpression), ...toScriptSpan(node) }
  const entries = opening.named
    .filter(({ kind }) => kind === "jsx_attribute")
    .flatMap((attribute): readonly EntryExpr[] => {
      const [key, value] = attribute.named
      if (key === undefined || value === undefined) return []
      return [{ key: constant(key, key.text), value: lowerScriptExpression(value) }]
    })
  const inner = node.named.filter((child) => child !== opening && child.kind !== "jsx_closing_element")
  const parts = isClosed ? [] : inner.map(lowerScriptExpression)
  return { kind: "element", tag: opening.field("name")?.text ?? "", entries, parts, ...toScriptSpan(opening) }
}

export function lowerScriptFunction(node: CodeNode): Fn {
  let body: readonly Stmt[] | undefined
  const block = node.field("body")
  const single = node.field("parameter")
  const params = single === undefined ? (node.field("parameters")?.named ?? []) : [single]
  const lowerBody = (): readonly Stmt[] => {
    if (block === undefined) return []
    if (block.kind === "statement_block") return [...params.flatMap(ownedParameter), ...bodies.statements(block)]
    return [{ kind: "return", value: lowerScriptExpression(block), ...toScriptSpan(block) }]
  }
  return {
    name: node.field("name")?.text ?? "",
    params: params.flatMap(lowerParameter),
    decorators: [],
    isExported: node.parent?.kind === "export_statement",
    isStatic: node.children.some(({ kind }) => kind === "static"),
    isArrow: node.kind === "arrow_function",
    body: () => (body ??= lowerBody()),
    ...toScriptSpan(node),
  }
}

/** `constructor(private readonly x: X)`: the parameter is a property as well. */
function ownedParameter(node: CodeNode): readonly Stmt[] {
  const pattern = node.field("pattern")
  const isOwned = node.children.some(({ kind }) => /^(?:accessibility_modifier|override_modifier|readonly)$/.test(kind))
  if (!isOwned || pattern?.kind !== "identifier") return []
  const object: Expr = { kind: "name", name: "this", ...toScriptSpan(node) }
  const target: Expr = { kind: "member", object, property: pattern.text, ...toScriptSpan(node) }
  return [{ kind: "assign", target, value: lowerScriptExpression(pattern), ...toScriptSpan(node) }]
}

function lowerParameter(node: CodeNode): readonly FnParam[] {
  const pattern = node.field("pattern") ?? node
  const decorators = node.named.filter(({ kind }) => kind === "decorator").map(({ text: written }) => written)
  const type = [...decorators, node.field("type")?.text.replace(/^:\s*/, "") ?? ""].join(" ").trim()
  const value = node.field("value")
  if (pattern.kind === "assignment_pattern")
    return [{ target: part(pattern, "left"), fallback: part(pattern, "right"), type }]
  if (pattern.kind === "rest_pattern") return [{ target: inside(pattern), rest: "list", type }]
  if (pattern.kind === "this" || pattern.kind === "comment") return []
  return [
    {
      target: lowerScriptExpression(pattern),
      fallback: value === undefined ? undefined : lowerScriptExpression(value),
      type,
    },
  ]
}
