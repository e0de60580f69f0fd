import type { CodeNode } from "../code-tree.ts"
import { contains, findEnclosingFunction } from "./flow/definitions/definition.ts"
import { findDescendants } from "./flow/function-calls.ts"
import { type Call, type CodeView, findEnclosingLoop } from "./code-view.ts"
import { defineStructuralRules, everywhere } from "./structural-rule.ts"

const common = {
  category: "performance",
  confidence: "high",
  languages: everywhere,
  cwe: "CWE-1073",
  words: ["find", "query", "execute", "select", "SELECT", "objects", "fetch"],
} as const

/** Queries that are sent once for each item. */
export const queryRules = defineStructuralRules([
  {
    ...common,
    id: "query-for-each-row",
    severity: "major",
    autoValidated: false,
    title: "Database query for each row of another query (N+1 queries)",
    description: "A hundred rows cause a hundred and one queries, and the number of rows grows with the data.",
    fix: "Fetch the related rows with the first query (a join, include, select_related), or all of them with a second one.",
    check: (code) => queriesInLoops(code, (loop) => isOverRows(code, loop)),
  },
  {
    ...common,
    id: "query-in-loop",
    severity: "minor",
    // How many items there are is not known: many such lists are short.
    persona: "pedantic",
    autoValidated: true,
    title: "Database query inside a loop (N+1 queries)",
    description: "A hundred items cause a hundred queries.",
    fix: "Fetch all rows in one query, then look them up in memory.",
    saidBetterBy: ["query-for-each-row"],
    check: (code) => queriesInLoops(code, () => true),
  },
])

const queryCalls =
  /(?:^|\.)(?:query|execute|findOne|findById|findByPk|findUnique|findFirst|findAll|findMany|fetchone|queryRow)$|\.objects\.(?:get|filter)$|^(?:session|db\.session)\.(?:query|get|execute)$/

function isQuery(code: CodeView, { path, object, method, args }: Call): boolean {
  // `query[name](value)` calls an unknown method.
  if (method === "" || !queryCalls.test(path)) return false
  if (/^(?:query|execute)$/.test(method)) {
    const isDatabase =
      /(?:^|\.)(?:db|pool|client|conn|connection|cursor|cur|database|knex|tx|trx|session|prisma|sql)$/i.test(
        object?.text ?? "",
      )
    return isDatabase && /^\s*select\b/i.test(args[0] === undefined ? "" : code.head(args[0]))
  }
  if (/selector|element|\bdocument\b|\bpage$|dom$/i.test(object?.text ?? "")) return false
  // Django's takes conditions: a key and a default are for a dictionary.
  return method !== "get" || args.length < 2
}

/** The first query of each loop: a person who changes the loop sees the others. */
function queriesInLoops(code: CodeView, isWanted: (loop: CodeNode) => boolean): readonly CodeNode[] {
  const first = new Map<number, CodeNode>()
  for (const call of code.calls) {
    const loop = isQuery(code, call) ? loopOfQuery(code, call) : undefined
    if (loop === undefined || !isWanted(loop)) continue
    const known = first.get(loop.start)
    if (known === undefined || call.node.start < known.start) first.set(loop.start, call.node)
  }
  return [...first.values()]
}

/** The loop around a query about the current item. */
function loopOfQuery(code: CodeView, call: Call): CodeNode | undefined {
  const loop = findEnclosingLoop(call.node) ?? callbackLoop(call.node)
  // A query that repeats until there is enough, or until it works, is not one per row.
  if (loop === undefined || /^(?:while|do)_statement$/.test(loop.kind)) return undefined
  const body = loop.field("body") ?? loop
  if (!contains(body, call.node)) return undefined
  const given = [...call.args, ...call.keywords.values()]
  return given.some((arg) => usesLoopName(code, arg, loop)) ? loop : undefined
}

/** The function passed to `map` or `forEach` around a node. */
function callbackLoop(node: CodeNode): CodeNode | undefined {
  const fn = findEnclosingFunction(node)
  const call = fn?.parent?.parent
  return call?.kind === "call_expression" && /\.(?:map|forEach|flatMap)$/.test(call.field("function")?.text ?? "")
    ? fn
    : undefined
}

const rows =
  /\.objects\b[^]*\.(?:all|filter|exclude|order_by|values|values_list|select_related|prefetch_related)\(|\b(?:findAll|findMany|fetchall|fetchAll|get_queryset)\(|\b[A-Z]\w*\.find\(|\w_set\.(?:all|filter)\(|\bsession\.(?:query|scalars)\(|\bqueryset\.\w+\(/

const selected =
  /(?:^|\.)(?:db|pool|client|conn|connection|cursor|cur|database|knex|tx|trx|session|prisma|sql)\.(?:query|execute|raw)\(\s*[frb]*["'`]\s*select\b/i

/** One row, a number of rows, or at most so many of them. */
const few = /\.(?:first|get|count|exists|aggregate|delete|update)\([^()]*\)$|\[:\w+\]$|\blimit\b|\btake\b/i

/** Whether a loop runs over what a query of the same function found. */
function isOverRows(code: CodeView, loop: CodeNode): boolean {
  const items = loop.field("right") ?? loop.parent?.parent?.field("function")?.field("object")
  return items !== undefined && isRows(code, items, 0)
}

const DEEPEST = 4

function isRows(code: CodeView, node: CodeNode, depth: number): boolean {
  if (depth > DEEPEST) return false
  if (few.test(node.text)) return false
  if (rows.test(node.text) || selected.test(node.text)) return true
  const shape = code.shape(node)
  if (shape.kind === "wrap") return isRows(code, shape.inner, depth + 1)
  // `result.rows`, `enumerate(found)`
  if (shape.kind === "member") return shape.property === "rows" && isRows(code, shape.object, depth + 1)
  if (shape.kind === "call" && /^(?:enumerate|list|tuple|sorted|reversed)$/.test(shape.callee.text))
    return shape.args[0] !== undefined && isRows(code, shape.args[0], depth + 1)
  if (shape.kind !== "name") return false
  const found = code.flow.names.reaching(shape.name, node)
  const given = found.flatMap((one) => (one.kind === "value" ? [one.value] : one.kind === "part" ? [one.source] : []))
  return (
    given.length > 0 &&
    given.length === found.length &&
    given.every((one) => one !== node && isRows(code, one, depth + 1))
  )
}

export function usesLoopName(code: CodeView, node: CodeNode, loop: CodeNode | undefined): boolean {
  if (loop === undefined) return false
  const names = node.kind === "identifier" ? [node] : findDescendants(node, ({ kind }) => kind.endsWith("identifier"))
  return names.some((name) =>
    code.flow.names.all(name.text, name).some(({ at, kind }) => kind !== "function" && contains(loop, at)),
  )
}
