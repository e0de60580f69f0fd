import type { CodeNode } from "../../../code-tree.ts"
import type { Class, Expr, Fn, ImportedName, Stmt, SwitchCase, Slot } from "../../ir.ts"
import { argument, nothing, parameter, pythonExpression, spot } from "./python-expression.ts"

/** The statements of a Python file. */
export function lowerPython(root: CodeNode): readonly Stmt[] {
  return root.named.flatMap(statement)
}

function statement(node: CodeNode): readonly Stmt[] {
  const lower = statements[node.kind]
  return lower === undefined ? [] : lower(node)
}

const statements: Readonly<Record<string, (node: CodeNode) => readonly Stmt[]>> = {
  expression_statement: (node) => node.named.flatMap(expressionStatement),
  if_statement: ifStatement,
  for_statement: (node) => [
    {
      kind: "loop",
      target: lowered(node, "left"),
      iterable: lowered(node, "right"),
      isKeys: false,
      body: bodyOf(node.field("body")),
      ...spot(node),
    },
    ...elseBody(node),
  ],
  while_statement: (node) => [
    { kind: "loop", test: lowered(node, "condition"), isKeys: false, body: bodyOf(node.field("body")), ...spot(node) },
    ...elseBody(node),
  ],
  with_statement: withStatement,
  try_statement: tryStatement,
  match_statement: matchStatement,
  return_statement: (node) => {
    const [value] = node.named
    return [{ kind: "return", value: value === undefined ? undefined : pythonExpression(value), ...spot(node) }]
  },
  raise_statement: (node) => {
    const [value] = node.named
    return [
      { kind: "leave", by: "throw", value: value === undefined ? undefined : pythonExpression(value), ...spot(node) },
    ]
  },
  break_statement: (node) => [{ kind: "leave", by: "break", ...spot(node) }],
  continue_statement: (node) => [{ kind: "leave", by: "continue", ...spot(node) }],
  function_definition: (node) => [{ kind: "function", fn: functionOf(node, []), ...spot(node) }],
  class_definition: (node) => [{ kind: "class", cls: classOf(node, []), ...spot(node) }],
  decorated_definition: decorated,
  import_statement: (node) =>
    node.named.map((name) => {
      const alias = name.field("alias")?.text
      const from = (name.field("name") ?? name).text
      const whole: ImportedName = { name: alias === undefined ? "." : "*", as: alias ?? from.split(".")[0] ?? from }
      return { kind: "import", from, names: [whole], ...spot(node) }
    }),
  import_from_statement: (node) => [
    {
      kind: "import",
      from: node.field("module_name")?.text ?? "",
      names: importedNames(node),
      ...spot(node),
    },
  ],
  delete_statement: (node) => node.named.flatMap(deleted),
  assert_statement: (node) =>
    node.named.slice(0, 1).map((test) => ({ kind: "assert", test: pythonExpression(test), ...spot(node) })),
  block: (node) => node.named.flatMap(statement),
}

/** `del items[0]` removes the same item as `items.pop(0)`. */
function deleted(node: CodeNode): readonly Stmt[] {
  const targets = node.kind === "expression_list" ? node.named : [node]
  return targets.flatMap((one): readonly Stmt[] => {
    const target = pythonExpression(one)
    if (target.kind !== "index") return []
    const callee: Expr = { kind: "member", object: target.object, property: "pop", ...spot(one) }
    const args = [{ value: target.key, isSpread: false }]
    return [{ kind: "expr", value: { kind: "call", callee, args, isNew: false, ...spot(one) }, ...spot(one) }]
  })
}

function lowered(node: CodeNode, field: string): Expr {
  const found = node.field(field)
  return found === undefined ? nothing(node) : pythonExpression(found)
}

function bodyOf(node: CodeNode | undefined): readonly Stmt[] {
  return node === undefined ? [] : node.named.flatMap(statement)
}

function elseBody(node: CodeNode): readonly Stmt[] {
  const clause = node.field("alternative")
  if (clause === undefined) return []
  const body = bodyOf(clause.field("body") ?? clause.named.at(-1))
  if (!/\bbreak\b/.test(node.field("body")?.text ?? "")) return body
  return [{ kind: "if", test: nothing(node), yes: body, otherwise: [], ...spot(clause) }]
}

function expressionStatement(node: CodeNode): readonly Stmt[] {
  if (node.kind === "assignment") return assignment(node)
  if (node.kind === "augmented_assignment") {
    const op = (node.field("operator")?.text ?? "+=").replace(/=$/, "")
    return [{ kind: "assign", target: lowered(node, "left"), value: lowered(node, "right"), op, ...spot(node) }]
  }
  return [{ kind: "expr", value: pythonExpression(node), ...spot(node) }]
}

/** `a = b = c` assigns the value to both. */
function assignment(node: CodeNode): readonly Stmt[] {
  const right = node.field("right")
  if (right === undefined) return []
  const target = lowered(node, "left")
  if (right.kind !== "assignment") return [{ kind: "assign", target, value: pythonExpression(right), ...spot(node) }]
  const inner = assignment(right)
  const [last] = inner.slice(-1)
  const value = last?.kind === "assign" ? last.value : nothing(node)
  return [...inner, { kind: "assign", target, value, ...spot(node) }]
}

function ifStatement(node: CodeNode): readonly Stmt[] {
  const clauses = node.named.filter(({ kind }) => /^(?:elif|else)_clause$/.test(kind))
  const otherwise = clauses.reduceRight<readonly Stmt[]>((rest, clause) => {
    if (clause.kind === "else_clause") return bodyOf(clause.field("body") ?? clause.named.at(-1))
    const yes = bodyOf(clause.field("consequence"))
    return [{ kind: "if", test: lowered(clause, "condition"), yes, otherwise: rest, ...spot(clause) }]
  }, [])
  return [
    { kind: "if", test: lowered(node, "condition"), yes: bodyOf(node.field("consequence")), otherwise, ...spot(node) },
  ]
}

function withStatement(node: CodeNode): readonly Stmt[] {
  const clause = node.named.find(({ kind }) => kind === "with_clause")
  const opened = (clause?.named ?? []).flatMap((item): readonly Stmt[] => {
    const value = item.field("value") ?? item.named[0]
    if (value === undefined) return []
    if (value.kind !== "as_pattern") return [{ kind: "expr", value: pythonExpression(value), ...spot(item) }]
    const [from, target] = value.named.map(pythonExpression)
    if (from === undefined || target === undefined) return []
    return [{ kind: "assign", target, value: from, ...spot(item) }]
  })
  return [...opened, ...bodyOf(node.field("body"))]
}

function tryStatement(node: CodeNode): readonly Stmt[] {
  const clause = (kind: RegExp) => node.named.filter((child) => kind.test(child.kind))
  const handlers = clause(/^except(?:_group)?_clause$/).map((one) => {
    const name = one.named.find(({ kind }) => kind === "as_pattern")?.named.at(-1)?.text
    return { name, body: bodyOf(one.named.at(-1)) }
  })
  const otherwise = clause(/^else_clause$/).flatMap((one) => bodyOf(one.field("body") ?? one.named.at(-1)))
  const last = clause(/^finally_clause$/).flatMap((one) => bodyOf(one.named.at(-1)))
  return [{ kind: "try", body: bodyOf(node.field("body")), handlers, otherwise, finally: last, ...spot(node) }]
}

function matchStatement(node: CodeNode): readonly Stmt[] {
  const body = node.field("body") ?? node.named.at(-1)
  const [first] = node.named
  const subject = first === undefined ? nothing(node) : pythonExpression(first)
  const cases = (body?.named ?? []).filter(({ kind }) => kind === "case_clause").map((one) => caseOf(one, subject))
  return [
    {
      kind: "switch",
      subject,
      cases,
      falls: false,
      ...spot(node),
    },
  ]
}

function caseOf(clause: CodeNode, subject: Expr): SwitchCase {
  const patterns = clause.named.filter(({ kind }) => kind === "case_pattern")
  const guard = clause.named.find(({ kind }) => kind === "if_clause")?.named[0]
  const body = bodyOf(clause.field("consequence") ?? clause.named.at(-1))
  const inner = patterns[0]?.named[0]
  const isAll = patterns.length === 1 && (inner === undefined || inner.kind === "dotted_name")
  const tests = isAll
    ? undefined
    : patterns.flatMap((one) => {
        const [only] = one.named
        // A value that is destructured is not equal to a constant.
        if (only === undefined || /^(?:dict|list|tuple|class)_pattern$/.test(only.kind)) return []
        return (only.kind === "union_pattern" ? only.named : [only]).map(pythonExpression)
      })
  const taken = patterns.flatMap(captures).map(
    (name): Stmt => ({
      kind: "assign",
      target: { kind: "name", name: name.text, ...spot(name) },
      value: isAll ? subject : { kind: "other", parts: [subject], ...spot(name) },
      ...spot(name),
    }),
  )
  return { tests, guard: guard === undefined ? undefined : pythonExpression(guard), body: [...taken, ...body] }
}

/** The names that a pattern binds; names of classes begin with a capital letter. */
function captures(pattern: CodeNode): readonly CodeNode[] {
  if (pattern.kind === "dotted_name" || pattern.kind === "identifier")
    return /^[a-z]\w*$/.test(pattern.text) ? [pattern] : []
  return pattern.named.flatMap(captures)
}

function decorated(node: CodeNode): readonly Stmt[] {
  const decorators = node.named.filter(({ kind }) => kind === "decorator").flatMap(({ named }) => named.slice(0, 1))
  const definition = node.field("definition")
  if (definition === undefined) return []
  const list = decorators.map(pythonExpression)
  return definition.kind === "class_definition"
    ? [{ kind: "class", cls: classOf(definition, list), ...spot(definition) }]
    : [{ kind: "function", fn: functionOf(definition, list), ...spot(definition) }]
}

function functionOf(node: CodeNode, decorators: readonly Expr[]): Fn {
  let body: readonly Stmt[] | undefined
  const name = node.field("name")?.text ?? ""
  return {
    name,
    params: (node.field("parameters")?.named ?? []).flatMap(parameter),
    decorators,
    isExported: !name.startsWith("_"),
    isStatic: decorators.some((one) => one.kind === "name" && one.name === "staticmethod"),
    body: () => (body ??= bodyOf(node.field("body"))),
    ...spot(node),
  }
}

function classOf(node: CodeNode, decorators: readonly Expr[]): Class {
  const body = bodyOf(node.field("body"))
  const name = node.field("name")?.text ?? ""
  return {
    name,
    bases: (node.field("superclasses")?.named ?? []).map((one) => argument(one).value),
    decorators,
    methods: body.flatMap((one) => (one.kind === "function" ? [one.fn] : [])),
    fields: body.flatMap((one) =>
      one.kind === "assign" && one.target.kind === "name"
        ? [{ name: one.target.name, value: one.value, isStatic: true }]
        : [],
    ),
    slots: slotsOf(node),
    isExported: !name.startsWith("_"),
    ...spot(node),
  }
}

/** `name: str` and `name: str = "x"` in the body of a class. */
function slotsOf(node: CodeNode): readonly Slot[] | undefined {
  const names = (node.field("body")?.named ?? []).flatMap((one) => {
    const inner = one.kind === "expression_statement" ? one.named[0] : undefined
    const type = inner?.kind === "assignment" ? inner.field("type")?.text : undefined
    return type === undefined ? [] : [{ name: inner?.field("left")?.text ?? "", type }]
  })
  return names.length === 0 ? undefined : names
}

function importedNames(node: CodeNode): readonly ImportedName[] {
  const module = node.field("module_name")
  return node.named
    .filter((child) => child !== module)
    .map((child) => {
      if (child.kind === "wildcard_import") return { name: "*", as: "" }
      const name = (child.field("name") ?? child).text
      return { name, as: child.field("alias")?.text ?? name }
    })
}
