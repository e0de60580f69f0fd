import type { CodeNode } from "../../../code-tree.ts"

/** Where a name gets a value. */
export type Definition =
  | {
      readonly kind: "value"
      readonly name: string
      readonly at: CodeNode
      readonly value: CodeNode
      readonly adds: boolean
    }
  /** Taken from a value: by a property, or by position. */
  | {
      readonly kind: "part"
      readonly name: string
      readonly at: CodeNode
      readonly source: CodeNode
      readonly property?: string | undefined
    }
  | ParameterDefinition
  | { readonly kind: "function"; readonly name: string; readonly at: CodeNode; readonly fn: CodeNode }
  | {
      readonly kind: "import"
      readonly name: string
      readonly at: CodeNode
      readonly from: string
      readonly original?: string
    }
  /** In a way that is not followed: a caught error, a class. */
  | { readonly kind: "opaque"; readonly name: string; readonly at: CodeNode }

export interface ParameterDefinition {
  readonly kind: "parameter"
  readonly name: string
  readonly at: CodeNode
  readonly fn: CodeNode
  readonly place: number
  readonly property?: string | undefined
  readonly fallback?: CodeNode | undefined
  /** Its type as written. */
  readonly type?: string | undefined
}

/** A definition and the node within which its name is known; assignments belong to the declaration of the name. */
export interface Declared {
  readonly definition: Definition
  readonly scope: CodeNode | "declared-elsewhere"
}

export const functionKinds: ReadonlySet<string> = new Set([
  "function_declaration",
  "generator_function_declaration",
  "function_expression",
  "generator_function",
  "arrow_function",
  "method_definition",
  "function_definition",
  "lambda",
])

export function findEnclosingFunction(node: CodeNode): CodeNode | undefined {
  return findAncestor(node, ({ kind }) => functionKinds.has(kind))
}

/** The nearest parent node for which it is true. */
export function findAncestor(node: CodeNode, is: (node: CodeNode) => boolean): CodeNode | undefined {
  for (let above = node.parent; above !== undefined; above = above.parent) if (is(above)) return above
  return undefined
}

export function contains(outer: CodeNode, inner: CodeNode): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}
