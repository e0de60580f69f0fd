import type { CodeNode, CodeTree } from "../code-tree.ts"
import type { Sink } from "./flow/cleaners.ts"
import { findAncestor, functionKinds } from "./flow/definitions/definition.ts"
import { type Names, openNames } from "./flow/definitions/visible-names.ts"
import { readDottedName, forgetShapes, readShape } from "./flow/shapes/read-shape.ts"
import type { CallShape, CodeShape } from "./flow/shapes/code-shape.ts"
import { type ValueOrigin, traceOrigin } from "./flow/trace-origin.ts"

/** One file as rules see it. Expensive parts are computed on first use. */
export interface CodeView {
  readonly tree: CodeTree
  readonly isPython: boolean
  readonly flow: Flow
  /** Every call, in the order of the text. */
  readonly calls: readonly Call[]
  readonly shape: (node: CodeNode) => CodeShape
  /** `a.b.c`, if it is that plain. */
  readonly path: (node: CodeNode) => string
  readonly origin: (node: CodeNode, sink: Sink) => ValueOrigin
  /** The literal beginning of a value, through names, templates and sums. */
  readonly head: (node: CodeNode) => string
}

export interface Call extends CallShape {
  readonly node: CodeNode
  /** `a.b.c`; if it is called on a result, only the part after it. */
  readonly path: string
  /** The last part of the path. */
  readonly method: string
  readonly object: CodeNode | undefined
}

export function openCodeView(tree: CodeTree): CodeView {
  const { language } = tree
  forgetShapes()
  let flow: Flow | undefined
  let calls: readonly Call[] | undefined
  const view: CodeView = {
    tree,
    isPython: language === "python",
    get flow() {
      flow ??= openFlow(tree)
      return flow
    },
    get calls() {
      calls ??= tree.ofKind("call_expression", "new_expression", "call").flatMap((node) => readCall(node, view))
      return calls
    },
    shape: (node) => readShape(node, language),
    path: (node) => readDottedName(node, language) ?? "",
    origin: (node, sink) => view.flow.origin(node, sink),
    head: (node) => readTextHead(node, view, 0),
  }
  return view
}

function readCall(node: CodeNode, view: CodeView): readonly Call[] {
  const shape = view.shape(node)
  if (shape.kind !== "call") return []
  const callee = view.shape(shape.callee)
  const object = callee.kind === "member" ? callee.object : undefined
  const method = callee.kind === "member" ? callee.property : callee.kind === "name" ? callee.name : ""
  const { kind, callee: called, args, keywords, isNew, isTagged } = shape
  const path = view.path(called) || method
  // Written out: there is one for each call of a file, and copying all fields of a shape takes several times as long.
  return [{ kind, callee: called, args, keywords, isNew, isTagged, node, path, method, object }]
}

function readTextHead(node: CodeNode, view: CodeView, depth: number): string {
  if (depth > 6) return ""
  const shape = view.shape(node)
  switch (shape.kind) {
    case "constant":
      return shape.value ?? ""
    case "template":
      return shape.head
    case "wrap":
      return readTextHead(shape.inner, view, depth + 1)
    case "binary":
      return readTextHead(shape.left, view, depth + 1)
    case "call": {
      const callee = view.shape(shape.callee)
      return callee.kind === "member" && callee.property === "format"
        ? readTextHead(callee.object, view, depth + 1)
        : ""
    }
    case "name": {
      const first = view.flow.names.reaching(shape.name, node)[0]
      return first?.kind === "value" ? readTextHead(first.value, view, depth + 1) : ""
    }
    default:
      return ""
  }
}

const loops = /^(?:for_statement|for_in_statement|while_statement|do_statement)$/

/** The loop around a node, within the same function. */
export function findEnclosingLoop(node: CodeNode): CodeNode | undefined {
  const found = findAncestor(node, ({ kind }) => loops.test(kind) || functionKinds.has(kind))
  return found !== undefined && loops.test(found.kind) ? found : undefined
}

/** The statement a node is part of. */
export function findEnclosingStatement(node: CodeNode): CodeNode {
  const found = findAncestor(node, ({ kind }) => /_statement$|_declaration$/.test(kind))
  return found ?? node
}

/**
 * The names that a value is assigned to: a variable, a property, a named argument; and the function in which it is
 * made.
 */
export function collectNamesAround(node: CodeNode): readonly string[] {
  const names: string[] = []
  for (let above = node.parent; above !== undefined; above = above.parent) {
    if (
      /^(?:variable_declarator|assignment|assignment_expression|pair|keyword_argument|augmented_assignment)$/.test(
        above.kind,
      )
    ) {
      names.push((above.field("name") ?? above.field("left") ?? above.field("key"))?.text ?? "")
    }
    if (functionKinds.has(above.kind)) {
      const name = above.field("name") ?? above.parent?.field("name")
      return [...names, name?.text ?? ""]
    }
  }
  return names
}

/** Values with many dependencies are rare; those that depend on everything are not worth the time. */
const FUEL = 2000

/** What one file shows about its values. */
export interface Flow {
  readonly names: Names
  /** The worst origin of a value, as far as it matters at this sink. */
  readonly origin: (node: CodeNode, sink?: Sink) => ValueOrigin
  /** The text of a constant string value. */
  readonly constantText: (node: CodeNode) => string | undefined
  /** The function of this file that is called. */
  readonly findFunction: (callee: CodeNode) => CodeNode | undefined
  /** The module a name was imported from. */
  readonly findImport: (name: string, from: CodeNode) => string | undefined
}

export function openFlow(tree: CodeTree): Flow {
  const { language } = tree
  const names = openNames(tree)
  const findFunction = (callee: CodeNode): CodeNode | undefined => {
    const shape = readShape(callee, language)
    if (shape.kind !== "name") return undefined
    for (const definition of names.all(shape.name, callee)) {
      if (definition.kind === "function") return definition.fn
      if (definition.kind === "value" && functionKinds.has(definition.value.kind)) return definition.value
    }
    return undefined
  }
  const constantText = (node: CodeNode): string | undefined => {
    const shape = readShape(node, language)
    if (shape.kind === "constant") return shape.value
    if (shape.kind === "wrap") return constantText(shape.inner)
    if (shape.kind !== "name") return undefined
    const [only, ...more] = names.all(shape.name, node)
    const isOne = only?.kind === "value" && !only.adds && more.length === 0
    return isOne && only.value !== node ? constantText(only.value) : undefined
  }
  return {
    names,
    origin: (node, sink = "any") =>
      traceOrigin(
        { tree, names, findFunction, sink, underWay: new Set(), bound: new Map(), fuel: { left: FUEL } },
        node,
      ),
    constantText,
    findFunction,
    findImport(name, from) {
      const found = names.all(name, from).find(({ kind }) => kind === "import")
      return found?.kind === "import" ? found.from : undefined
    },
  }
}
