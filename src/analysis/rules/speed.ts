import type { CodeNode } from "../../ports/code-tree.ts"
import { ancestor, contains, enclosingFunction, functionKinds } from "./flow/definitions/definition.ts"
import { within } from "./flow/functions.ts"
import { type Call, type CodeView, loopAround } from "./code-view.ts"
import { isInHandler } from "./handlers.ts"
import { defineRules, everywhere, python, scripts } from "./structural-rule.ts"

const common = { category: "performance", confidence: "high", autoValidated: true } as const

/** Work that is done more often than necessary. */
export const speedRules = defineRules([
  {
    ...common,
    id: "query-in-loop",
    languages: everywhere,
    severity: "minor",
    cwe: "CWE-1073",
    title: "Database query inside a loop (N+1 queries)",
    description: "A hundred rows cause a hundred and one queries.",
    fix: "Fetch all rows in one query, then look them up in memory.",
    words: ["find", "query", "execute", "select", "SELECT", "objects", "fetch"],
    check: queriesInLoops,
  },
  {
    ...common,
    id: "await-in-loop",
    languages: scripts,
    severity: "suggestion",
    confidence: "medium",
    autoValidated: false,
    title: "Independent requests run one after another",
    description: "Each iteration waits for the previous one without depending on its result.",
    fix: "Run them concurrently with Promise.all, and limit concurrency if there are many.",
    words: ["await fetch", "await axios", "await got"],
    check: (code) =>
      code.tree.ofKind("await_expression").filter((node) => {
        const loop = loopAround(node)
        if (loop?.kind !== "for_in_statement" || !/^await (?:fetch|axios(?:\.\w+)?|got(?:\.\w+)?)\(/.test(node.text))
          return false
        const body = loop.field("body")
        return (
          body !== undefined &&
          within(body, ({ kind }) => /^(?:break|return|try|throw)_statement$/.test(kind)).length === 0 &&
          !/sleep|delay|setTimeout|retry|cursor|next/i.test(body.text)
        )
      }),
  },
  {
    ...common,
    id: "sync-io-in-handler",
    languages: scripts,
    severity: "major",
    title: "Blocking file or process call in a request handler",
    description: "It blocks the event loop, so the server cannot handle other requests until it returns.",
    fix: "Use the asynchronous version, such as fs.promises.readFile or execFile.",
    words: ["Sync("],
    check: (code) =>
      code.calls
        .filter(
          ({ method, node }) =>
            /^(?:readFileSync|writeFileSync|appendFileSync|readdirSync|statSync|execSync|spawnSync|execFileSync|pbkdf2Sync|scryptSync|gzipSync|brotliCompressSync)$/.test(
              method,
            ) && isInHandler(node),
        )
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "regex-made-in-loop",
    languages: everywhere,
    severity: "minor",
    persona: "pedantic",
    title: "Constant regular expression compiled inside a loop",
    description: "It never changes but is compiled again on every iteration.",
    fix: "Compile it once before the loop.",
    words: ["RegExp(", "re.compile("],
    check: (code) =>
      code.calls
        .filter(
          ({ path, node, args }) =>
            /^(?:RegExp|re\.compile)$/.test(path) &&
            loopAround(node) !== undefined &&
            args[0] !== undefined &&
            code.origin(args[0], "any") === "constant",
        )
        .filter(({ args, node }) => !usesLoopName(code, args[0] as CodeNode, loopAround(node)))
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "json-copy",
    languages: scripts,
    severity: "minor",
    persona: "pedantic",
    title: "Deep copy through JSON",
    description: "It is slow and loses dates, Maps, undefined values and functions.",
    fix: "Use structuredClone.",
    words: ["JSON.parse"],
    check: (code) =>
      code.calls
        .filter(
          ({ path, args }) =>
            path === "JSON.parse" &&
            args.length === 1 &&
            (args[0]?.text ?? "").startsWith("JSON.stringify(") &&
            oneArgument(code, args[0]),
        )
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "spread-in-reduce",
    languages: scripts,
    severity: "minor",
    persona: "pedantic",
    title: "Accumulator copied on every iteration of reduce",
    description: "A thousand elements cause half a million copies.",
    fix: "Mutate the accumulator, or use Object.fromEntries or map.",
    words: [".reduce"],
    check: (code) =>
      code.calls.filter((call) => call.method === "reduce" && spreadsAccumulator(call)).map(({ node }) => node),
  },
  {
    ...common,
    id: "first-of-filter",
    languages: scripts,
    severity: "suggestion",
    persona: "pedantic",
    title: "filter used to find a single element",
    description: "The whole array is traversed although the search could stop at the first match.",
    fix: "Use find, or some if you only need a boolean.",
    words: [".filter"],
    check: (code) =>
      code.tree.ofKind("subscript_expression").filter((node) => {
        const object = node.field("object")
        const inner = object?.kind === "parenthesized_expression" ? object.named[0] : object
        const shape = inner === undefined ? undefined : code.shape(inner)
        return (
          node.field("index")?.text === "0" &&
          shape?.kind === "call" &&
          shape.callee.text.endsWith(".filter") &&
          shape.args[0] !== undefined &&
          shape.args[0].text !== "Boolean"
        )
      }),
  },
  {
    ...common,
    id: "taken-from-the-front",
    languages: python,
    severity: "minor",
    persona: "pedantic",
    title: "List modified at the front inside a loop",
    description: "Each call shifts every other element of the list.",
    fix: "Use collections.deque.",
    words: [".pop(0)", ".insert(0"],
    check: (code) =>
      code.calls
        .filter(
          ({ method, args, node, object }) =>
            args[0]?.text === "0" &&
            ((method === "pop" && args.length === 1) || (method === "insert" && args.length === 2)) &&
            loopAround(node) !== undefined &&
            object !== undefined &&
            isList(code, object),
        )
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "text-grown-in-loop",
    languages: python,
    severity: "minor",
    persona: "pedantic",
    title: "String concatenation inside a loop",
    description: "Each iteration may copy the whole string built so far.",
    fix: "Collect the pieces in a list and join them once.",
    words: ["+="],
    check: (code) =>
      code.tree.ofKind("augmented_assignment").filter((node) => {
        const loop = loopAround(node)
        const left = node.field("left")
        if (loop === undefined || left?.kind !== "identifier" || node.children.every(({ kind }) => kind !== "+="))
          return false
        const starts = code.flow.names.all(left.text, left).filter((found) => found.kind === "value" && !found.adds)
        const isText =
          starts.length > 0 &&
          starts.every((found) => found.kind === "value" && /^(?:f|r|b)?["']/.test(found.value.text))
        const outside = starts.every(({ at }) => !contains(loop, at))
        return isText && outside && within(loop, ({ kind }) => kind === "break_statement").length === 0
      }),
  },
  {
    ...common,
    id: "blocking-in-async",
    languages: python,
    severity: "major",
    title: "Blocking call in an async function",
    description: "The event loop cannot run anything else until the call returns.",
    fix: "Use the asynchronous version, or asyncio.to_thread.",
    words: ["async def"],
    check: (code) =>
      code.calls
        .filter(({ path, node }) => blockingCalls.test(path) && enclosingFunction(node)?.children[0]?.kind === "async")
        .map(({ node }) => node),
  },
])

const blockingCalls =
  /^(?:time\.sleep|requests\.(?:get|post|put|delete|patch|head)|urllib\.request\.urlopen|subprocess\.(?:run|check_output|check_call|call)|os\.system)$/

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
function queriesInLoops(code: CodeView): readonly CodeNode[] {
  const first = new Map<number, CodeNode>()
  for (const call of code.calls) {
    const loop = isQuery(code, call) ? loopOfQuery(code, call) : undefined
    const known = loop === undefined ? undefined : first.get(loop.start)
    if (loop !== undefined && (known === undefined || call.node.start < known.start)) first.set(loop.start, call.node)
  }
  return [...first.values()]
}

/** The loop around a query about the current item. */
function loopOfQuery(code: CodeView, call: Call): CodeNode | undefined {
  const loop = loopAround(call.node) ?? callbackLoop(call.node)
  // A query that repeats until there is enough, or until it works, is not one per row.
  if (loop === undefined || /^(?:while|do)_statement$/.test(loop.kind)) return undefined
  const body = loop.field("body") ?? loop
  if (!contains(body, call.node)) return undefined
  const given = [...call.args, ...call.keywords.values()]
  return given.some((arg) => usesLoopName(code, arg, loop)) ? loop : undefined
}

/** The function passed to `map` or `forEach` around a node. */
function callbackLoop(node: CodeNode): CodeNode | undefined {
  const fn = enclosingFunction(node)
  const call = fn?.parent?.parent
  return call?.kind === "call_expression" && /\.(?:map|forEach|flatMap)$/.test(call.field("function")?.text ?? "")
    ? fn
    : undefined
}

function usesLoopName(code: CodeView, node: CodeNode, loop: CodeNode | undefined): boolean {
  if (loop === undefined) return false
  const names = node.kind === "identifier" ? [node] : within(node, ({ kind }) => kind.endsWith("identifier"))
  return names.some((name) =>
    code.flow.names.all(name.text, name).some(({ at, kind }) => kind !== "function" && contains(loop, at)),
  )
}

function oneArgument(code: CodeView, node: CodeNode | undefined): boolean {
  const shape = node === undefined ? undefined : code.shape(node)
  return shape?.kind === "call" && shape.args.length === 1
}

function spreadsAccumulator({ args }: Call): boolean {
  const fn = args[0]
  if (fn === undefined || !functionKinds.has(fn.kind)) return false
  const name = fn.field("parameters")?.named[0]?.text.replace(/[\s:?=].*$/s, "") ?? ""
  if (!/^\w+$/.test(name)) return false
  return within(fn, ({ kind, text }) => kind === "spread_element" && text === `...${name}`).some((spread) => {
    const list = ancestor(spread, ({ kind }) => kind === "object" || kind === "array")
    return list !== undefined && enclosingFunction(list) === fn && list.named[0] === spread
  })
}

function isList(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind !== "name") return false
  const all = code.flow.names.all(shape.name, node).filter((found) => found.kind === "value")
  return (
    all.length > 0 &&
    all.every(
      (found) =>
        found.kind === "value" &&
        (/^(?:list|list_comprehension)$/.test(found.value.kind) || /^(?:list|sorted)\(/.test(found.value.text)),
    )
  )
}
