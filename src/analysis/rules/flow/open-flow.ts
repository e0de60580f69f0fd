import type { CodeNode, CodeTree } from "../../../ports/code-tree.ts"
import type { Sink } from "./cleaners.ts"
import { functionKinds } from "./definitions/definition.ts"
import { type Names, openNames } from "./definitions/names.ts"
import { shapeOf } from "./shapes/shape-of.ts"
import { type Origin, traceOrigin } from "./trace-origin.ts"

/** Values that depend on much are rare; ones that depend on everything are not worth waiting for. */
const FUEL = 2000

/** What one file shows about its values. */
export interface Flow {
  readonly names: Names
  /** The worst place a value can come from, as far as it matters at this sink. */
  readonly origin: (node: CodeNode, sink?: Sink) => Origin
  /** The text of a value that is always the same text. */
  readonly constantText: (node: CodeNode) => string | undefined
  /** The function of this file that a call calls. */
  readonly functionOf: (callee: CodeNode) => CodeNode | undefined
  /** The module a name was imported from. */
  readonly importOf: (name: string, from: CodeNode) => string | undefined
}

export function openFlow(tree: CodeTree): Flow {
  const { language } = tree
  const names = openNames(tree)
  const functionOf = (callee: CodeNode): CodeNode | undefined => {
    const shape = shapeOf(callee, language)
    if (shape.kind !== "name") return undefined
    for (const definition of names.all(shape.name, callee)) {
      if (definition.kind === "function") return definition.fn
      if (definition.kind === "value" && functionKinds.has(definition.value.kind)) return definition.value
    }
    return undefined
  }
  const constantText = (node: CodeNode): string | undefined => {
    const shape = shapeOf(node, language)
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
      traceOrigin({ tree, names, functionOf, sink, underWay: new Set(), bound: new Map(), fuel: { left: FUEL } }, node),
    constantText,
    functionOf,
    importOf(name, from) {
      const found = names.all(name, from).find(({ kind }) => kind === "import")
      return found?.kind === "import" ? found.from : undefined
    },
  }
}
