import type { CodeNode } from "../../../code-tree.ts"

/** The form of an expression, independent of the language. */
export type CodeShape =
  /** `value` is the text of a string. */
  | { readonly kind: "constant"; readonly value?: string }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "member"; readonly object: CodeNode; readonly property: string }
  | { readonly kind: "index"; readonly object: CodeNode; readonly index: CodeNode | undefined }
  | CallShape
  /** A text with inserted values: the values, and the text before the first of them. */
  | { readonly kind: "template"; readonly parts: readonly CodeNode[]; readonly head: string }
  | { readonly kind: "binary"; readonly operator: string; readonly left: CodeNode; readonly right: CodeNode }
  | { readonly kind: "either"; readonly options: readonly CodeNode[] }
  /** Its value is that of the inner expression. */
  | { readonly kind: "wrap"; readonly inner: CodeNode }
  | { readonly kind: "comparison" }
  | { readonly kind: "unary"; readonly operator: string; readonly inner: CodeNode }
  | { readonly kind: "list"; readonly items: readonly CodeNode[] }
  | { readonly kind: "record"; readonly entries: readonly RecordEntry[] }
  | { readonly kind: "function" }
  | { readonly kind: "other" }

export interface CallShape {
  readonly kind: "call"
  readonly callee: CodeNode
  readonly args: readonly CodeNode[]
  /** Python's named arguments. */
  readonly keywords: ReadonlyMap<string, CodeNode>
  readonly isNew: boolean
  /** A tagged template, as sql`…`. */
  readonly isTagged: boolean
}

export interface RecordEntry {
  /** Missing if it is spread or computed. */
  readonly key?: string
  readonly value: CodeNode
}
