import type { SgNode } from "@ast-grep/napi"
import type { CodeNode, CodeTree, TreeLanguage } from "../../ports/code-tree.ts"

export interface Reading {
  readonly text: string
  readonly language: TreeLanguage
  /** Whether the grammar has such a kind; asking a tree for one it has not is an error. */
  readonly hasKind: (kind: string) => boolean
  /** The kinds asked of earlier trees: they are looked for in one walk, which costs as much as one for a single kind. */
  readonly asked: Set<string>
}

/** Puts our interface over a tree. Nodes are made when they are first asked for. */
export function openTree(root: SgNode, { text, language, hasKind, asked }: Reading): CodeTree {
  const known = new Map<number, CodeNode>()
  const wrap = (node: SgNode): CodeNode => {
    const id = node.id()
    const before = known.get(id)
    if (before !== undefined) return before
    const made = new LazyNode(node, wrap)
    known.set(id, made)
    return made
  }
  const byKind = new Map<string, CodeNode[]>()
  const walk = (kinds: readonly string[]): void => {
    for (const kind of kinds) byKind.set(kind, [])
    const real = kinds.filter(hasKind)
    if (real.length === 0) return
    const found = root.findAll({ rule: { any: real.map((kind) => ({ kind })) } })
    for (const node of found.map(wrap)) byKind.get(node.kind)?.push(node)
  }
  const all = (kind: string): readonly CodeNode[] => {
    if (byKind.size === 0 && asked.has(kind)) walk([...asked])
    else if (!byKind.has(kind)) walk([kind])
    asked.add(kind)
    return byKind.get(kind) ?? []
  }
  return {
    language,
    text,
    root: wrap(root),
    ofKind: (...kinds) =>
      kinds.length === 1 ? all(kinds[0] ?? "") : kinds.flatMap(all).sort((a, b) => a.start - b.start || b.end - a.end),
  }
}

/** A class, because a file has thousands of nodes: closures for each took a third of the time in collecting them. */
class LazyNode implements CodeNode {
  readonly kind: string
  readonly #node: SgNode
  readonly #wrap: (node: SgNode) => CodeNode
  #text: string | undefined
  #start = -1
  #end = -1
  #parent: CodeNode | null | undefined
  #children: readonly CodeNode[] | undefined
  #named: readonly CodeNode[] | undefined
  #fields: Map<string, CodeNode | undefined> | undefined

  constructor(node: SgNode, wrap: (node: SgNode) => CodeNode) {
    this.#node = node
    this.#wrap = wrap
    this.kind = String(node.kind())
  }

  get text(): string {
    this.#text ??= this.#node.text()
    return this.#text
  }

  get start(): number {
    if (this.#start === -1) this.#measure()
    return this.#start
  }

  get end(): number {
    if (this.#start === -1) this.#measure()
    return this.#end
  }

  get parent(): CodeNode | undefined {
    if (this.#parent === undefined) {
      const above = this.#node.parent()
      this.#parent = above === null ? null : this.#wrap(above)
    }
    return this.#parent ?? undefined
  }

  get children(): readonly CodeNode[] {
    this.#children ??= this.#node.children().map(this.#wrap)
    return this.#children
  }

  get named(): readonly CodeNode[] {
    this.#named ??= this.#node
      .namedChildren()
      .map(this.#wrap)
      .filter(({ kind }) => kind !== "comment")
    return this.#named
  }

  field(name: string): CodeNode | undefined {
    this.#fields ??= new Map()
    if (!this.#fields.has(name)) {
      const found = this.#node.field(name)
      this.#fields.set(name, found === null ? undefined : this.#wrap(found))
    }
    return this.#fields.get(name)
  }

  #measure(): void {
    const { start, end } = this.#node.range()
    this.#start = start.index
    this.#end = end.index
  }
}
