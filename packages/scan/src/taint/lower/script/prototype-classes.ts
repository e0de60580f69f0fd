import type { Class, Expr, Fn, Stmt } from "../../ir.ts"

/** Functions with methods on their prototype, converted to classes. */
export function withPrototypeClasses(body: readonly Stmt[]): readonly Stmt[] {
  const methods = new Map<string, Fn[]>()
  for (const statement of body)
    for (const { owner, fn } of methodsIn(statement)) {
      const known = methods.get(owner)
      if (known === undefined) methods.set(owner, [fn])
      else known.push(fn)
    }
  if (methods.size === 0) return body
  const classes: Stmt[] = []
  const rest = body.filter((statement) => {
    const fn = functionIn(statement)
    const own = fn === undefined ? undefined : methods.get(fn.name)
    if (fn === undefined || own === undefined) return methodsIn(statement).length === 0
    classes.push({ kind: "class", cls: buildClass(fn, own), start: statement.start, end: statement.end })
    return false
  })
  const made = new Set(classes.map((one) => (one.kind === "class" ? one.cls.name : "")))
  // Anything without a function in this list is left as it is.
  const left = body.filter((statement) => methodsIn(statement).some(({ owner }) => !made.has(owner)))
  return [...classes, ...rest, ...left]
}

function buildClass(fn: Fn, methods: readonly Fn[]): Class {
  const constructor: Fn = { ...fn, name: "constructor" }
  const { name, start, end } = fn
  return {
    name,
    bases: [],
    decorators: [],
    methods: [constructor, ...methods],
    fields: [],
    isExported: false,
    start,
    end,
  }
}

function functionIn(statement: Stmt): Fn | undefined {
  if (statement.kind === "function") return statement.fn
  if (statement.kind !== "assign" || statement.target.kind !== "name" || statement.value.kind !== "function")
    return undefined
  return { ...statement.value.fn, name: statement.target.name }
}

interface Method {
  readonly owner: string
  readonly fn: Fn
}

/** `X.prototype.name = function …` and `X.prototype = { name: function … }`. */
function methodsIn(statement: Stmt): readonly Method[] {
  if (statement.kind !== "assign" || statement.target.kind !== "member") return []
  const { target, value } = statement
  const owner = findOwner(target)
  if (owner !== undefined && value.kind === "record")
    return value.entries.flatMap(({ key, value: one }) =>
      key?.kind === "const" && one.kind === "function" ? [{ owner, fn: named(one.fn, String(key.value)) }] : [],
    )
  const around = findOwner(target.object)
  return around !== undefined && value.kind === "function"
    ? [{ owner: around, fn: named(value.fn, target.property) }]
    : []
}

function findOwner(expr: Expr): string | undefined {
  if (expr.kind !== "member" || expr.property !== "prototype") return undefined
  return expr.object.kind === "name" ? expr.object.name : undefined
}

function named(fn: Fn, name: string): Fn {
  return { ...fn, name, isExported: true }
}
