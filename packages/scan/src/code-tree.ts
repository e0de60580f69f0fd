/** The languages that can be read as a tree. */
export const treeLanguages = ["javascript", "typescript", "tsx", "python"] as const
export type TreeLanguage = (typeof treeLanguages)[number]

/** Reads a text as a syntax tree. Broken code gives a tree with gaps, never a failure. */
export interface CodeReader {
  readonly parse: (text: string, language: TreeLanguage) => CodeTree
}

export interface CodeTree {
  readonly language: TreeLanguage
  readonly text: string
  readonly root: CodeNode
  /** Every node of these kinds, in the order of the text. */
  readonly ofKind: (...kinds: readonly string[]) => readonly CodeNode[]
  /** What the parser skipped, and the empty nodes it added to go on. */
  readonly findGaps: () => readonly CodeNode[]
}

/** One node. The same place in the tree is always the same object. */
export interface CodeNode {
  readonly kind: string
  readonly text: string
  /** Offsets in the text. */
  readonly start: number
  readonly end: number
  readonly parent: CodeNode | undefined
  /** Punctuation and keywords included. */
  readonly children: readonly CodeNode[]
  /** Without punctuation, keywords and comments. */
  readonly named: readonly CodeNode[]
  readonly field: (name: string) => CodeNode | undefined
}
