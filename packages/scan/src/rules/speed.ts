import type { CodeNode } from "../code-tree.ts"
import { findAncestor, contains, findEnclosingFunction, functionKinds } from "./flow/definitions/definition.ts"
import { findDescendants } from "./flow/function-calls.ts"
import { type Call, type CodeView, findEnclosingLoop } from "./code-view.ts"
import { isInHandler } from "./request-handlers.ts"
import { queryRules, usesLoopName } from "./query-rules.ts"
import { defineStructuralRules, everywhere, python, scripts } from "./structural-rule.ts"

const common = { category: "performance", confidence: "high", autoValidated: true } as const

/** Work that is done more often than necessary. */
export const speedRules = defineStructuralRules([
  ...queryRules,
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
        const loop = findEnclosingLoop(node)
        if (loop?.kind !== "for_in_statement" || !/^await (?:fetch|axios(?:\.\w+)?|got(?:\.\w+)?)\(/.test(node.text))
          return false
        const body = loop.field("body")
        return (
          body !== undefined &&
          findDescendants(body, ({ kind }) => /^(?:break|return|try|throw)_statement$/.test(kind)).length === 0 &&
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
            findEnclosingLoop(node) !== undefined &&
            args[0] !== undefined &&
            code.origin(args[0], "any") === "constant",
        )
        .filter(({ args, node }) => !usesLoopName(code, args[0] as CodeNode, findEnclosingLoop(node)))
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
            findEnclosingLoop(node) !== undefined &&
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
        const loop = findEnclosingLoop(node)
        const left = node.field("left")
        if (loop === undefined || left?.kind !== "identifier" || node.children.every(({ kind }) => kind !== "+="))
          return false
        const starts = code.flow.names.all(left.text, left).filter((found) => found.kind === "value" && !found.adds)
        const isText =
          starts.length > 0 &&
          starts.every((found) => found.kind === "value" && /^(?:f|r|b)?["']/.test(found.value.text))
        const outside = starts.every(({ at }) => !contains(loop, at))
        return isText && outside && findDescendants(loop, ({ kind }) => kind === "break_statement").length === 0
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
        .filter(
          ({ path, node }) => blockingCalls.test(path) && findEnclosingFunction(node)?.children[0]?.kind === "async",
        )
        .map(({ node }) => node),
  },
])

const blockingCalls =
  /^(?:time\.sleep|requests\.(?:get|post|put|delete|patch|head)|urllib\.request\.urlopen|subprocess\.(?:run|check_output|check_call|call)|os\.system)$/

function oneArgument(code: CodeView, node: CodeNode | undefined): boolean {
  const shape = node === undefined ? undefined : code.shape(node)
  return shape?.kind === "call" && shape.args.length === 1
}

function spreadsAccumulator({ args }: Call): boolean {
  const fn = args[0]
  if (fn === undefined || !functionKinds.has(fn.kind)) return false
  const name = fn.field("parameters")?.named[0]?.text.replace(/[\s:?=].*$/s, "") ?? ""
  if (!/^\w+$/.test(name)) return false
  return findDescendants(fn, ({ kind, text }) => kind === "spread_element" && text === `...${name}`).some((spread) => {
    const list = findAncestor(spread, ({ kind }) => kind === "object" || kind === "array")
    return list !== undefined && findEnclosingFunction(list) === fn && list.named[0] === spread
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
