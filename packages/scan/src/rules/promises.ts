import type { CodeNode } from "../code-tree.ts"
import { findEnclosingFunction, functionKinds } from "./flow/definitions/definition.ts"
import { findDescendants } from "./flow/function-calls.ts"
import type { Call, CodeView } from "./code-view.ts"
import { defineStructuralRules, everywhere, scripts } from "./structural-rule.ts"

const common = { category: "bugs", confidence: "high", autoValidated: true } as const

/** Work that is started and not awaited. */
export const promiseRules = defineStructuralRules([
  {
    ...common,
    id: "missing-await",
    languages: everywhere,
    severity: "major",
    cwe: "CWE-252",
    title: "Missing await on an asynchronous call",
    description: "The code after it runs before it completes, and its rejection goes unhandled.",
    fix: "Await it; if it is meant to run in the background, prefix it with void and catch its errors.",
    words: ["async "],
    check: (code) =>
      code.calls
        .filter((call) => isAsyncCall(code, call) && isDropped(code, call) && !mayBeLeft(code, call))
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "promise-as-condition",
    languages: scripts,
    severity: "major",
    title: "Promise used as a condition",
    description: "A promise is always truthy, whatever it resolves to.",
    fix: "Await it.",
    words: ["async "],
    check: (code) =>
      code.calls.filter((call) => isAsyncCall(code, call) && isCondition(call.node)).map(({ node }) => node),
  },
  {
    ...common,
    id: "async-for-each",
    languages: scripts,
    severity: "major",
    title: "Async callback passed to forEach",
    description: "The loop finishes before the callbacks do, and their rejections go unhandled.",
    fix: "Use for...of with await, or await Promise.all with map.",
    words: [".forEach"],
    check: (code) =>
      code.calls
        .filter(({ method, args }) => method === "forEach" && args[0] !== undefined && isAsync(args[0]))
        .filter(
          ({ args }) => findDescendants(args[0] as CodeNode, ({ kind }) => kind === "await_expression").length > 0,
        )
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "async-filter",
    languages: scripts,
    severity: "major",
    title: "Async callback used as a predicate",
    description: "filter, some, every and find test the returned promise, which is always truthy.",
    fix: "Await the results with Promise.all first, then filter.",
    words: [".filter", ".some", ".every", ".find"],
    check: (code) =>
      code.calls
        .filter(
          ({ method, args, object }) =>
            /^(?:filter|some|every|find|findIndex)$/.test(method) &&
            args.length === 1 &&
            args[0] !== undefined &&
            isAsync(args[0]) &&
            object !== undefined,
        )
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "async-executor",
    languages: scripts,
    severity: "major",
    title: "Async function used as a Promise executor",
    description: "An error thrown in it is lost, and the promise never settles.",
    fix: "Use an async function instead of new Promise, or keep the executor synchronous.",
    words: ["new Promise"],
    check: (code) =>
      code.calls
        .filter(({ path, isNew, args }) => isNew && path === "Promise" && args[0] !== undefined && isAsync(args[0]))
        .filter(({ args }) => args[0] !== undefined && mayLoseErrors(args[0]))
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "result-thrown-away",
    languages: everywhere,
    severity: "major",
    cwe: "CWE-252",
    title: "Unused result of a call without side effects",
    description: "Strings and these array methods return a new value and leave the original unchanged.",
    fix: "Use the result.",
    words: [
      ".replace",
      ".trim",
      ".concat",
      ".toUpperCase(",
      ".toLowerCase(",
      ".slice",
      ".strip(",
      ".upper(",
      ".lower(",
      ".map",
    ],
    check: (code) =>
      code.calls.filter((call) => isStatement(call.node) && givesNew(code, call)).map(({ node }) => node),
  },
  {
    ...common,
    id: "assertion-not-awaited",
    languages: scripts,
    severity: "major",
    title: "Promise assertion is not awaited",
    description: "The test ends before the assertion runs, so it passes whatever the promise resolves to.",
    fix: "Await the assertion, or return it from the test.",
    words: [".rejects", ".resolves", "rejects(", "doesNotReject", "expect.poll"],
    check: (code) =>
      code.calls.filter((call) => isStatement(call.node) && checksPromise(code, call)).map(({ node }) => node),
  },
])

/** `assert.rejects(…)`, `expect(…).rejects.toThrow(…)`, `expect.poll(…).toBe(…)`. */
function checksPromise(code: CodeView, { method, object, callee }: Call): boolean {
  if (/^(?:rejects|doesNotReject)$/.test(method)) {
    if (object === undefined) return isAssertModule(code.flow.findImport(method, callee))
    return (
      /^(?:t\.)?assert(?:\.strict)?$/.test(object.text) || isAssertModule(code.flow.findImport(object.text, callee))
    )
  }
  for (let inner = object, isAsked = false; inner !== undefined; ) {
    const shape = code.shape(inner)
    if (shape.kind === "call") {
      const root = code.path(shape.callee)
      return root === "expect.poll" || (isAsked && /^expect(?:\.soft)?$/.test(root))
    }
    if (shape.kind !== "member") return false
    isAsked ||= shape.property === "rejects" || shape.property === "resolves"
    inner = shape.object
  }
  return false
}

function isAssertModule(module: string | undefined): boolean {
  return /^(?:node:)?assert(?:\/strict)?$/.test(module ?? "")
}

function isAsync(node: CodeNode): boolean {
  return (
    /^(?:arrow_function|function_expression|function_declaration|method_definition|function_definition)$/.test(
      node.kind,
    ) && node.children[0]?.kind === "async"
  )
}

/** A call of a function of this file that is declared asynchronous. */
function isAsyncCall(code: CodeView, call: Call): boolean {
  const fn = code.flow.findFunction(call.callee)
  if (fn !== undefined) return isAsync(fn)
  return !code.isPython && call.path === "fetch" && code.flow.names.all("fetch", call.callee).length === 0
}

/** A separate statement, inside an asynchronous function. */
function isDropped(code: CodeView, { node }: Call): boolean {
  if (!isStatement(node)) return false
  const fn = findEnclosingFunction(node)
  return fn !== undefined && isAsync(fn) && (code.isPython || node.parent?.text.startsWith("void") !== true)
}

/** A script's function that is done when it returns, that handles its own errors or calls itself need not be awaited. */
function mayBeLeft(code: CodeView, { node, callee }: Call): boolean {
  if (saysSo(code, node) || isLastOfStart(node)) return true
  const fn = code.isPython ? undefined : code.flow.findFunction(callee)
  const body = fn?.field("body")
  if (body?.kind !== "statement_block") return false
  // A worker that starts its next round: the one who waits is told in another way.
  if (node.start > body.start && node.end < body.end) return true
  if (handlesErrors(body)) return true
  const waits = ({ kind, named, text }: CodeNode) =>
    kind === "await_expression" ||
    (kind === "return_statement" && named.length > 0) ||
    (kind === "for_in_statement" && text.startsWith("for await"))
  return findDescendants(body, waits).length === 0
}

/** The last statement of `(async () => { … })()`: nothing is after it, and nobody waits for the function around it. */
function isLastOfStart(node: CodeNode): boolean {
  const fn = findEnclosingFunction(node)
  const around = fn?.parent?.kind === "parenthesized_expression" ? fn.parent : fn
  const call = around?.parent
  const isStart = call?.kind === "call_expression" && call.field("function") === around && isStatement(call)
  return isStart && fn?.field("body")?.named.at(-1) === node.parent
}

/** It waits for something that is not in a `try` with a `catch`. */
function mayLoseErrors(fn: CodeNode): boolean {
  const body = fn.field("body")
  if (body !== undefined && handlesErrors(body)) return false
  return findDescendants(fn, ({ kind }) => kind === "await_expression").some(
    (waiting) => findEnclosingFunction(waiting) === fn && !isCaught(waiting, fn),
  )
}

function isCaught(node: CodeNode, fn: CodeNode): boolean {
  let inner = node
  for (let above = node.parent; above !== undefined && inner !== fn; inner = above, above = above.parent)
    if (above.kind === "try_statement" && above.field("handler") !== undefined && above.field("body") === inner)
      return true
  return false
}

function handlesErrors(body: CodeNode): boolean {
  const [first, ...more] = body.named.filter(({ kind }) => kind !== "comment")
  return first?.kind === "try_statement" && first.field("handler") !== undefined && more.length === 0
}

const leftOnPurpose =
  /(?:\bnot|n't|\bwithout) (?:a?wait|block)|\b(?:no need|intentionally|deliberately|purposely)\b|fire[- ]and[- ]forget|\bin (?:the )?background\b|floating[- ]promise/i

/** A comment above the call, or on its line. */
function saysSo(code: CodeView, node: CodeNode): boolean {
  const { text } = code.tree
  const from = text.lastIndexOf("\n", node.start - 1) + 1
  const above = text.slice(text.lastIndexOf("\n", from - 2) + 1, from)
  const end = text.indexOf("\n", node.end)
  const comment = /^\s*(?:\/\/|#|\*|\/\*)/.test(above) ? above : ""
  const after = /(?:\/\/|#).*/.exec(text.slice(node.end, end === -1 ? text.length : end))?.[0] ?? ""
  return leftOnPurpose.test(`${comment} ${after}`)
}

function isStatement(node: CodeNode): boolean {
  return node.parent?.kind === "expression_statement" && node.parent.named.length === 1
}

function isCondition(node: CodeNode): boolean {
  const parent = node.parent
  if (parent?.kind === "unary_expression") return parent.field("operator")?.text === "!" && isCondition(parent)
  if (parent?.kind === "binary_expression")
    return /^(?:&&|\|\|)$/.test(parent.field("operator")?.text ?? "") && isCondition(parent)
  if (parent?.kind === "parenthesized_expression")
    return /^(?:if|while)_statement$/.test(parent.parent?.kind ?? "") || isCondition(parent)
  return parent?.kind === "ternary_expression" && parent.field("condition") === node
}

function givesNew(code: CodeView, { method, object, args }: Call): boolean {
  if (object === undefined) return false
  if (code.isPython) {
    if (/^(?:strip|upper|lower|title|lstrip|rstrip)$/.test(method)) return args.length <= 1 && isText(code, object)
    return method === "replace" && args.length >= 2 && isText(code, object)
  }
  if (/^(?:trim|toUpperCase|toLowerCase|trimStart|trimEnd)$/.test(method))
    return args.length === 0 && !isChangedInPlace(code, object)
  if (/^(?:replace|replaceAll)$/.test(method))
    return (
      args.length === 2 &&
      !doesSomething(args[1]) &&
      (args[0]?.kind === "regex" || isText(code, object)) &&
      !/(?:^|\.)(?:location|history|router|navigation|editor|classList)$/.test(object.text)
    )
  return /^(?:concat|slice)$/.test(method) && isListOrText(code, object)
}

/** Objects with a method of this name that changes them have others; strings have none that is called for its effect. */
function isChangedInPlace(code: CodeView, object: CodeNode): boolean {
  const given = object.kind === "identifier" ? code.flow.names.all(object.text, object) : []
  return (
    /magic-?string/i.test(object.text) ||
    given.some((one) =>
      one.kind === "value"
        ? /^new\b|\bclone\(\)$/.test(one.value.text)
        : one.kind === "parameter" && !/^(?:string\b.*)?$/.test(one.type ?? ""),
    ) ||
    code.calls.some(
      (call) =>
        call.object?.text === object.text &&
        (/^(?:get|set|has)[A-Z]/.test(call.method) ||
          (isStatement(call.node) &&
            /^(?:append|prepend|insert|write|add|set|remove|update|overwrite)/.test(call.method))),
    )
  )
}

/** A function may be passed for its effect on each position. */
function doesSomething(node: CodeNode | undefined): boolean {
  const acts = ({ kind }: CodeNode) => /^(?:assignment|augmented_assignment|update|call)_expression$/.test(kind)
  return node !== undefined && functionKinds.has(node.kind) && findDescendants(node, acts).length > 0
}

function isText(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind === "constant") return shape.value !== undefined
  if (shape.kind === "template") return true
  if (shape.kind === "call")
    return /(?:^|\.)(?:str|String|trim|strip|lower|upper|toLowerCase|toString|join)$/.test(shape.callee.text)
  if (shape.kind !== "name") return false
  const all = code.flow.names.all(shape.name, node)
  return (
    all.length > 0 &&
    all.every((found) =>
      found.kind === "value"
        ? found.value !== node && isText(code, found.value)
        : found.kind === "parameter" && /^(?:str|string)$/.test(found.type ?? ""),
    )
  )
}

function isListOrText(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind === "list") return true
  if (shape.kind !== "name") return isText(code, node)
  const all = code.flow.names.all(shape.name, node)
  return (
    isText(code, node) ||
    (all.length > 0 &&
      all.every((found) =>
        found.kind === "value"
          ? code.shape(found.value).kind === "list"
          : found.kind === "parameter" && (found.type ?? "").endsWith("[]"),
      ))
  )
}
