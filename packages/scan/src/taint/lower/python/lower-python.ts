import type { CodeNode } from "../../../code-tree.ts"
import type { Class, Expr, Fn, ImportedName, Stmt, SwitchCase, Slot } from "../../ir.ts"
import {
  lowerArgument,
  lowerUnknown,
  lowerPythonParameter,
  lowerPythonExpression,
  toSpan,
} from "./lower-python-expression.ts"

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
      body: lowerBody(node.field("body")),
      ...toSpan(node),
    },
    ...elseBody(node),
  ],
  while_statement: (node) => [
    {
      kind: "loop",
      test: lowered(node, "condition"),
      isKeys: false,
      body: lowerBody(node.field("body")),
      ...toSpan(node),
    },
    ...elseBody(node),
  ],
  with_statement: withStatement,
  try_statement: tryStatement,
  match_statement: matchStatement,
  return_statement: (node) => {
    const [value] = node.named
    return [{ kind: "return", value: value === undefined ? undefined : lowerPythonExpression(value), ...toSpan(node) }]
  },
  raise_statement: (node) => {
    const [value] = node.named
    return [
      {
        kind: "leave",
        by: "throw",
        value: value === undefined ? undefined : lowerPythonExpression(value),
        ...toSpan(node),
      },
    ]
  },
  break_statement: (node) => [{ kind: "leave", by: "break", ...toSpan(node) }],
  continue_statement: (node) => [{ kind: "leave", by: "continue", ...toSpan(node) }],
  function_definition: (node) => [{ kind: "function", fn: lowerFunction(node, []), ...toSpan(node) }],
  class_definition: (node) => [{ kind: "class", cls: lowerClass(node, []), ...toSpan(node) }],
  decorated_definition: decorated,
  import_statement: (node) =>
    node.named.map((name) => {
      const alias = name.field("alias")?.text
      const from = (name.field("name") ?? name).text
      const whole: ImportedName = { name: alias === undefined ? "." : "*", as: alias ?? from.split(".")[0] ?? from }
      return { kind: "import", from, names: [whole], ...toSpan(node) }
    }),
  import_from_statement: (node) => [
    {
      kind: "import",
      from: node.field("module_name")?.text ?? "",
      names: importedNames(node),
      ...toSpan(node),
    },
  ],
  delete_statement: (node) => node.named.flatMap(deleted),
  assert_statement: (node) =>
    node.named.slice(0, 1).map((test) => ({ kind: "assert", test: lowerPythonExpression(test), ...toSpan(node) })),
  block: (node) => node.named.flatMap(statement),
}

/** `del items[0]` removes the same item as `items.pop(0)`. */
function deleted(node: CodeNode): readonly Stmt[] {
  const targets = node.kind === "expression_list" ? node.named : [node]
  return targets.flatMap((one): readonly Stmt[] => {
    const target = lowerPythonExpression(one)
    if (target.kind !== "index") return []
    const callee: Expr = { kind: "member", object: target.object, property: "pop", ...toSpan(one) }
    const args = [{ value: target.key, isSpread: false }]
    return [{ kind: "expr", value: { kind: "call", callee, args, isNew: false, ...toSpan(one) }, ...toSpan(one) }]
  })
}

function lowered(node: CodeNode, field: string): Expr {
  const found = node.field(field)
  return found === undefined ? lowerUnknown(node) : lowerPythonExpression(found)
}

function lowerBody(node: CodeNode | undefined): readonly Stmt[] {
  return node === undefined ? [] : node.named.flatMap(statement)
}

function elseBody(node: CodeNode): readonly Stmt[] {
  const clause = node.field("alternative")
  if (clause === undefined) return []
  const body = lowerBody(clause.field("body") ?? clause.named.at(-1))
  if (!/\bbreak\b/.test(node.field("body")?.text ?? "")) return body
  return [{ kind: "if", test: lowerUnknown(node), yes: body, otherwise: [], ...toSpan(clause) }]
}

function expressionStatement(node: CodeNode): readonly Stmt[] {
  if (node.kind === "assignment") return assignment(node)
  if (node.kind === "augmented_assignment") {
    const op = (node.field("operator")?.text ?? "+=").replace(/=$/, "")
    return [{ kind: "assign", target: lowered(node, "left"), value: lowered(node, "right"), op, ...toSpan(node) }]
  }
  return [{ kind: "expr", value: lowerPythonExpression(node), ...toSpan(node) }]
}

/** `a = b = c` assigns the value to both. */
function assignment(node: CodeNode): readonly Stmt[] {
  const right = node.field("right")
  if (right === undefined) return []
  const target = lowered(node, "left")
  if (right.kind !== "assignment")
    return [{ kind: "assign", target, value: lowerPythonExpression(right), ...toSpan(node) }]
  const inner = assignment(right)
  const [last] = inner.slice(-1)
  const value = last?.kind === "assign" ? last.value : lowerUnknown(node)
  return [...inner, { kind: "assign", target, value, ...toSpan(node) }]
}

function ifStatement(node: CodeNode): readonly Stmt[] {
  const clauses = node.named.filter(({ kind }) => /^(?:elif|else)_clause$/.test(kind))
  const otherwise = clauses.reduceRight<readonly Stmt[]>((rest, clause) => {
    if (clause.kind === "else_clause") return lowerBody(clause.field("body") ?? clause.named.at(-1))
    const yes = lowerBody(clause.field("consequence"))
    return [{ kind: "if", test: lowered(clause, "condition"), yes, otherwise: rest, ...toSpan(clause) }]
  }, [])
  return [
    {
      kind: "if",
      test: lowered(node, "condition"),
      yes: lowerBody(node.field("consequence")),
      otherwise,
      ...toSpan(node),
    },
  ]
}

function withStatement(node: CodeNode): readonly Stmt[] {
  const clause = node.named.find(({ kind }) => kind === "with_clause")
  const opened = (clause?.named ?? []).flatMap((item): readonly Stmt[] => {
    const value = item.field("value") ?? item.named[0]
    if (value === undefined) return []
    if (value.kind !== "as_pattern") return [{ kind: "expr", value: lowerPythonExpression(value), ...toSpan(item) }]
    const [from, target] = value.named.map(lowerPythonExpression)
    if (from === undefined || target === undefined) return []
    return [{ kind: "assign", target, value: from, ...toSpan(item) }]
  })
  return [...opened, ...lowerBody(node.field("body"))]
}

function tryStatement(node: CodeNode): readonly Stmt[] {
  const clause = (kind: RegExp) => node.named.filter((child) => kind.test(child.kind))
  const handlers = clause(/^except(?:_group)?_clause$/).map((one) => {
    const name = one.named.find(({ kind }) => kind === "as_pattern")?.named.at(-1)?.text
    return { name, body: lowerBody(one.named.at(-1)) }
  })
  const otherwise = clause(/^else_clause$/).flatMap((one) => lowerBody(one.field("body") ?? one.named.at(-1)))
  const last = clause(/^finally_clause$/).flatMap((one) => lowerBody(one.named.at(-1)))
  return [{ kind: "try", body: lowerBody(node.field("body")), handlers, otherwise, finally: last, ...toSpan(node) }]
}

function matchStatement(node: CodeNode): readonly Stmt[] {
  const body = node.field("body") ?? node.named.at(-1)
  const [first] = node.named
  const subject = first === undefined ? lowerUnknown(node) : lowerPythonExpression(first)
  const cases = (body?.named ?? []).filter(({ kind }) => kind === "case_clause").map((one) => lowerCase(one, subject))
  return [
    {
      kind: "switch",
      subject,
      cases,
      falls: false,
      ...toSpan(node),
    },
  ]
}

function lowerCase(clause: CodeNode, subject: Expr): SwitchCase {
  const patterns = clause.named.filter(({ kind }) => kind === "case_pattern")
  const guard = clause.named.find(({ kind }) => kind === "if_clause")?.named[0]
  const body = lowerBody(clause.field("consequence") ?? clause.named.at(-1))
  const inner = patterns[0]?.named[0]
  const isAll = patterns.length === 1 && (inner === undefined || inner.kind === "dotted_name")
  const tests = isAll
    ? undefined
    : patterns.flatMap((one) => {
        const [only] = one.named
        // A value that is destructured is not equal to a constant.
        if (only === undefined || /^(?:dict|list|tuple|class)_pattern$/.test(only.kind)) return []
        return (only.kind === "union_pattern" ? only.named : [only]).map(lowerPythonExpression)
      })
  const taken = patterns.flatMap(captures).map(
    (name): Stmt => ({
      kind: "assign",
      target: { kind: "name", name: name.text, ...toSpan(name) },
      value: isAll ? subject : { kind: "other", parts: [subject], ...toSpan(name) },
      ...toSpan(name),
    }),
  )
  return { tests, guard: guard === undefined ? undefined : lowerPythonExpression(guard), body: [...taken, ...body] }
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
  const list = decorators.map(lowerPythonExpression)
  return definition.kind === "class_definition"
    ? [{ kind: "class", cls: lowerClass(definition, list), ...toSpan(definition) }]
    : [{ kind: "function", fn: lowerFunction(definition, list), ...toSpan(definition) }]
}

function lowerFunction(node: CodeNode, decorators: readonly Expr[]): Fn {
  let body: readonly Stmt[] | undefined
  const name = node.field("name")?.text ?? ""
  return {
    name,
    params: (node.field("parameters")?.named ?? []).flatMap(lowerPythonParameter),
    decorators,
    isExported: !name.startsWith("_"),
    isStatic: decorators.some((one) => one.kind === "name" && one.name === "staticmethod"),
    body: () => (body ??= lowerBody(node.field("body"))),
    ...toSpan(node),
  }
}

function lowerClass(node: CodeNode, decorators: readonly Expr[]): Class {
  const body = lowerBody(node.field("body"))
  const name = node.field("name")?.text ?? ""
  return {
    name,
    bases: (node.field("superclasses")?.named ?? []).map((one) => lowerArgument(one).value),
    decorators,
    methods: body.flatMap((one) => (one.kind === "function" ? [one.fn] : [])),
    fields: body.flatMap((one) =>
      one.kind === "assign" && one.target.kind === "name"
        ? [{ name: one.target.name, value: one.value, isStatic: true }]
        : [],
    ),
    slots: readSlots(node),
    isExported: !name.startsWith("_"),
    ...toSpan(node),
  }
}

/** `name: str` and `name: str = "x"` in the body of a class. */
function readSlots(node: CodeNode): readonly Slot[] | undefined {
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
