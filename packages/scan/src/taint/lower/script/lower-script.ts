import type { CodeNode } from "../../../code-tree.ts"
import type { Class, Expr, Fn, ImportedName, Stmt, SwitchCase } from "../../ir.ts"
import { withPrototypeClasses } from "./prototype-classes.ts"
import {
  lowerScriptFunction,
  lowerUnknownScript,
  readOperator,
  readBodiesWith,
  lowerScriptExpression,
  toScriptSpan,
} from "./lower-script-expression.ts"

/** The statements of a JavaScript or TypeScript file. */
export function lowerScript(root: CodeNode): readonly Stmt[] {
  const statements = (node: CodeNode) => withPrototypeClasses(lowerBlock(node))
  readBodiesWith({
    statements,
    lowerClass: (node) => ({ kind: "class", cls: lowerClass(node), ...toScriptSpan(node) }),
  })
  return statements(root)
}

function lowerBlock(node: CodeNode | undefined): readonly Stmt[] {
  if (node === undefined) return []
  return /^(?:statement_block|program)$/.test(node.kind) ? node.named.flatMap(statement) : statement(node)
}

function statement(node: CodeNode): readonly Stmt[] {
  const lower = statements[node.kind]
  return lower === undefined ? [] : lower(node)
}

const statements: Readonly<Record<string, (node: CodeNode) => readonly Stmt[]>> = {
  expression_statement: (node) => node.named.slice(0, 1).flatMap(expressionStatement),
  variable_declaration: declarations,
  lexical_declaration: declarations,
  if_statement: (node) => [
    {
      kind: "if",
      test: lowered(node, "condition"),
      yes: lowerBlock(node.field("consequence")),
      otherwise: (node.field("alternative")?.named ?? []).flatMap(lowerBlock),
      ...toScriptSpan(node),
    },
  ],
  for_statement: (node) => [
    ...(node.field("initializer") === undefined ? [] : statement(node.field("initializer") ?? node)),
    {
      kind: "loop",
      isKeys: false,
      test: lowerCondition(node.field("condition")),
      body: [...lowerBlock(node.field("body")), ...updates(node)],
      ...toScriptSpan(node),
    },
  ],
  for_in_statement: (node) => [
    {
      kind: "loop",
      target: lowered(node, "left"),
      iterable: lowered(node, "right"),
      isKeys: node.field("operator")?.text === "in",
      body: lowerBlock(node.field("body")),
      ...toScriptSpan(node),
    },
  ],
  while_statement: (node) => [
    {
      kind: "loop",
      isKeys: false,
      test: lowered(node, "condition"),
      body: lowerBlock(node.field("body")),
      ...toScriptSpan(node),
    },
  ],
  do_statement: (node) => [
    { kind: "loop", isKeys: false, body: lowerBlock(node.field("body")), ...toScriptSpan(node) },
  ],
  switch_statement: switchStatement,
  try_statement: tryStatement,
  return_statement: (node) => [{ kind: "return", value: lowerFirst(node), ...toScriptSpan(node) }],
  throw_statement: (node) => [{ kind: "leave", by: "throw", value: lowerFirst(node), ...toScriptSpan(node) }],
  break_statement: (node) => [{ kind: "leave", by: "break", ...toScriptSpan(node) }],
  continue_statement: (node) => [{ kind: "leave", by: "continue", ...toScriptSpan(node) }],
  statement_block: (node) => [{ kind: "block", body: lowerBlock(node), ...toScriptSpan(node) }],
  labeled_statement: (node) => lowerBlock(node.field("body")),
  function_declaration: (node) => [{ kind: "function", fn: lowerScriptFunction(node), ...toScriptSpan(node) }],
  generator_function_declaration: (node) => [
    { kind: "function", fn: lowerScriptFunction(node), ...toScriptSpan(node) },
  ],
  class_declaration: (node) => [{ kind: "class", cls: lowerClass(node), ...toScriptSpan(node) }],
  abstract_class_declaration: (node) => [{ kind: "class", cls: lowerClass(node), ...toScriptSpan(node) }],
  import_statement: importStatement,
  export_statement: exportStatement,
}

function lowered(node: CodeNode, field: string): Expr {
  const found = node.field(field)
  return found === undefined ? lowerUnknownScript(node) : lowerScriptExpression(found)
}

function lowerFirst(node: CodeNode): Expr | undefined {
  const [first] = node.named
  return first === undefined ? undefined : lowerScriptExpression(first)
}

function lowerCondition(node: CodeNode | undefined): Expr | undefined {
  if (node === undefined || node.kind === "empty_statement") return undefined
  return node.kind === "expression_statement" ? lowerFirst(node) : lowerScriptExpression(node)
}

function updates(node: CodeNode): readonly Stmt[] {
  const increment = node.field("increment")
  return increment === undefined ? [] : expressionStatement(increment)
}

function tryStatement(node: CodeNode): readonly Stmt[] {
  const handler = node.field("handler")
  const handlers =
    handler === undefined ? [] : [{ name: handler.field("parameter")?.text, body: lowerBlock(handler.field("body")) }]
  const last = (node.field("finalizer")?.named ?? []).flatMap(lowerBlock)
  return [
    {
      kind: "try",
      body: lowerBlock(node.field("body")),
      handlers,
      otherwise: [],
      finally: last,
      ...toScriptSpan(node),
    },
  ]
}

function expressionStatement(node: CodeNode): readonly Stmt[] {
  const [target, value] = [lowered(node, "left"), lowered(node, "right")]
  switch (node.kind) {
    case "assignment_expression": {
      const name = target.kind === "member" ? target.property : target.kind === "name" ? target.name : undefined
      return [{ kind: "assign", target, value: called(value, name, isOfPlugin(target)), ...toScriptSpan(node) }]
    }
    case "augmented_assignment_expression":
      return [{ kind: "assign", target, value, op: readOperator(node), ...toScriptSpan(node) }]
    case "update_expression":
      return [
        { kind: "assign", target: lowered(node, "argument"), value: lowerUnknownScript(node), ...toScriptSpan(node) },
      ]
    case "sequence_expression":
      return node.named.flatMap(expressionStatement)
    default:
      return [{ kind: "expr", value: lowerScriptExpression(node), ...toScriptSpan(node) }]
  }
}

function declarations(node: CodeNode): readonly Stmt[] {
  return node.named
    .filter(({ kind }) => kind === "variable_declarator")
    .map((one): Stmt => {
      const given = one.field("value")
      const value =
        given === undefined ? lowerUnknownScript(one) : called(lowerScriptExpression(given), one.field("name")?.text)
      return { kind: "assign", target: lowered(one, "name"), value, declares: true, ...toScriptSpan(one) }
    })
}

/** A function without a name of its own is known by the name it is assigned to. */
function called(value: Expr, name: string | undefined, isOpen = false): Expr {
  if (value.kind !== "function" || name === undefined) return value
  const isExported = value.fn.isExported || isOpen
  return { ...value, fn: { ...value.fn, name: value.fn.name === "" ? name : value.fn.name, isExported } }
}

/** `$.fn.name`: a function that a page can call on any element. */
function isOfPlugin(target: Expr): boolean {
  return target.kind === "member" && target.object.kind === "member" && target.object.property === "fn"
}

function switchStatement(node: CodeNode): readonly Stmt[] {
  const cases = (node.field("body")?.named ?? []).map((one): SwitchCase => {
    const value = one.field("value")
    const body = one.named.filter((child) => child !== value).flatMap(statement)
    return { tests: value === undefined ? undefined : [lowerScriptExpression(value)], body }
  })
  return [{ kind: "switch", subject: lowered(node, "value"), cases, falls: true, ...toScriptSpan(node) }]
}

function lowerClass(node: CodeNode): Class {
  const members = node.field("body")?.named ?? []
  return {
    name: node.field("name")?.text ?? "",
    bases: lowerBases(node),
    decorators: [],
    methods: members.flatMap((member, at): readonly Fn[] => {
      const { name, value, isStatic } = readField(member)
      const isPrivate = member.children.some(({ text }) => text === "private")
      if (isFunction(value) && !isStatic)
        return [{ ...lowerScriptFunction(value), name, isExported: !isPrivate, isArrow: false }]
      if (member.kind !== "method_definition") return []
      const decorators = decoratorsBefore(members, at).map(lowerScriptExpression)
      return [{ ...lowerScriptFunction(member), decorators, isExported: !isPrivate }]
    }),
    fields: members.flatMap((member) => {
      const { name, value, isStatic } = readField(member)
      if (value === undefined || (isFunction(value) && !isStatic)) return []
      return [{ name, value: lowerScriptExpression(value), isStatic }]
    }),
    declared: members.flatMap((member) => {
      const type = member.kind === "public_field_definition" ? member.field("type")?.text : undefined
      return type === undefined ? [] : [{ name: readField(member).name, type: type.replace(/^:\s*/, "") }]
    }),
    isExported: node.parent?.kind === "export_statement",
    ...toScriptSpan(node),
  }
}

function readField(member: CodeNode) {
  return {
    name: (member.field("name") ?? member.field("property"))?.text ?? "",
    value: /^(?:public_)?field_definition$/.test(member.kind) ? member.field("value") : undefined,
    isStatic: member.children.some(({ kind }) => kind === "static"),
  }
}

/** `name = () => {}` in a class is called like a method. */
function isFunction(value: CodeNode | undefined): value is CodeNode {
  return value?.kind === "arrow_function" || value?.kind === "function_expression"
}

function lowerBases(node: CodeNode): readonly Expr[] {
  return node.named
    .filter(({ kind }) => kind === "class_heritage")
    .flatMap(({ named }) => named)
    .filter(({ kind }) => kind !== "implements_clause")
    .map((one) =>
      lowerScriptExpression(one.kind === "extends_clause" ? (one.field("value") ?? one.named[0] ?? one) : one),
    )
}

function decoratorsBefore(members: readonly CodeNode[], at: number): readonly CodeNode[] {
  const found: CodeNode[] = []
  for (let place = at - 1; place >= 0 && members[place]?.kind === "decorator"; place--)
    found.push(...(members[place]?.named ?? []))
  return found
}

function importStatement(node: CodeNode): readonly Stmt[] {
  const from = node.field("source")?.text.slice(1, -1)
  const clause = node.named.find(({ kind }) => kind === "import_clause")
  if (from === undefined || clause === undefined) return []
  const names = clause.named.flatMap((one): readonly ImportedName[] => {
    if (one.kind === "identifier") return [{ name: "default", as: one.text }]
    if (one.kind === "namespace_import") return [{ name: "*", as: one.named[0]?.text ?? "" }]
    return one.named
      .filter(({ kind }) => kind === "import_specifier")
      .map((specifier) => {
        const name = specifier.field("name")?.text ?? ""
        return { name, as: specifier.field("alias")?.text ?? name }
      })
  })
  return [{ kind: "import", from, names, ...toScriptSpan(node) }]
}

function exportStatement(node: CodeNode): readonly Stmt[] {
  const declaration = node.field("declaration")
  const isDefault = node.children.some(({ kind }) => kind === "default")
  const value = node.field("value")
  const target: Expr = { kind: "name", name: "(default)", ...toScriptSpan(node) }
  if (value !== undefined)
    return [{ kind: "assign", target, value: lowerScriptExpression(value), declares: true, ...toScriptSpan(node) }]
  if (declaration === undefined) return exportedNames(node)
  const inner = statement(declaration)
  const name = declaration.field("name")?.text
  if (isDefault && name !== undefined) return [...inner, given(node, target, name)]
  const declared = inner.flatMap((one) =>
    one.kind === "assign" && one.target.kind === "name" ? [one.target.name] : [],
  )
  return [...inner, ...declared.map((one) => given(node, sharedName(node, one), one))]
}

/** `export { a as b }`, `export { a } from "./x"` and `export * from "./x"`. */
function exportedNames(node: CodeNode): readonly Stmt[] {
  const clause = node.named.find(({ kind }) => kind === "export_clause")
  const from = node.field("source")?.text.slice(1, -1)
  const pairs = (clause?.named ?? []).map((one) => {
    const name = (one.field("name") ?? one).text
    return { name, as: one.field("alias")?.text ?? name }
  })
  if (from !== undefined) {
    const names = clause === undefined ? [{ name: "*", as: "" }] : pairs
    const renamed = pairs.filter(({ as }) => as === "default")
    const brought: Stmt = { kind: "import", from, names, ...toScriptSpan(node) }
    return [brought, ...renamed.map(({ as }) => given(node, sharedName(node, as), as))]
  }
  return pairs.map(({ name, as }) => given(node, sharedName(node, as), name))
}

function given(node: CodeNode, target: Expr, name: string): Stmt {
  const value: Expr = { kind: "name", name, ...toScriptSpan(node) }
  return { kind: "assign", target, value, declares: true, ...toScriptSpan(node) }
}

function sharedName(node: CodeNode, name: string): Expr {
  if (name === "default") return { kind: "name", name: "(default)", ...toScriptSpan(node) }
  const object: Expr = { kind: "name", name: "exports", ...toScriptSpan(node) }
  return { kind: "member", object, property: name, ...toScriptSpan(node) }
}
