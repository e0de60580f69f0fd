import type { Language } from "web-tree-sitter"
import type { CodeNode, CodeTree, TreeLanguage } from "../code-tree.ts"
import { remembered } from "../text/remembered.ts"
import type { FlatTree } from "./flat-tree.ts"

export interface Reading {
  readonly text: string
  readonly language: TreeLanguage
  readonly grammar: Grammar
}

/** The kind of unreadable code, in every grammar. */
const ERROR = 65_535

/** What a grammar calls things, by their numbers. */
export interface Grammar {
  readonly kinds: readonly string[]
  readonly isNamed: readonly boolean[]
  /** Undefined if the grammar has no such kind. */
  readonly findKind: (name: string) => number | undefined
  readonly findField: (name: string) => number | undefined
}

export function describeGrammar(language: Language): Grammar {
  const kinds = language.types.map((name) => name ?? "")
  const fields = new Map(language.fields.flatMap((name, at) => (name === null ? [] : [[name, at] as const])))
  const known = new Map<string, number | undefined>()
  return {
    kinds,
    isNamed: kinds.map((_, at) => language.nodeTypeIsNamed(at)),
    findKind(name) {
      if (!known.has(name)) known.set(name, language.idForNodeType(name, true) ?? undefined)
      const kind = known.get(name)
      return kind === ERROR ? undefined : kind
    },
    findField: (name) => fields.get(name),
  }
}

/** Puts our interface over a tree. Nodes are created when they are first requested. */
export function openTree(flat: FlatTree, { text, language, grammar }: Reading): CodeTree {
  const made: (FlatNode | undefined)[] = []
  made.length = flat.kinds.length
  const shared = { flat, text, grammar, made }
  let places: ReadonlyMap<number, readonly number[]> | undefined
  const ofKinds = remembered((names: string): readonly CodeNode[] => {
    const kinds = names.split(" ").flatMap((name) => grammar.findKind(name) ?? [])
    places ??= placesByKind(flat)
    const found = kinds.flatMap((kind) => places?.get(kind) ?? [])
    // Parents come before their children, so the order of places is that of the text.
    return (kinds.length > 1 ? found.sort((a, b) => a - b) : found).map((at) => nodeAt(shared, at))
  })
  return {
    language,
    text,
    root: nodeAt(shared, 0),
    ofKind: (...kinds) => ofKinds(kinds.join(" ")),
    findGaps: () => listGaps(flat).map((at) => nodeAt(shared, at)),
  }
}

/** Only the root of an empty text is empty unless the parser added a node. */
function listGaps({ kinds, starts, ends }: FlatTree): readonly number[] {
  const gaps: number[] = []
  for (let at = 0; at < kinds.length; at++)
    if (kinds[at] === ERROR || (at > 0 && starts[at] === ends[at])) gaps.push(at)
  return gaps
}

/** One walk for all kinds that rules will request. */
function placesByKind({ kinds }: FlatTree): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>()
  for (let at = 0; at < kinds.length; at++) {
    const kind = kinds[at] ?? ERROR
    const list = places.get(kind)
    if (list === undefined) places.set(kind, [at])
    else list.push(at)
  }
  return places
}

interface Shared {
  readonly flat: FlatTree
  readonly text: string
  readonly grammar: Grammar
  /** The same place is always the same object. */
  readonly made: (FlatNode | undefined)[]
}

function nodeAt(shared: Shared, at: number): FlatNode {
  const before = shared.made[at]
  if (before !== undefined) return before
  const node = new FlatNode(shared, at)
  shared.made[at] = node
  return node
}

/** A class, because a file has thousands of nodes: with closures, a third of the time went into collecting them. */
class FlatNode implements CodeNode {
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly #shared: Shared
  readonly #at: number
  #children: readonly CodeNode[] | undefined
  #named: readonly CodeNode[] | undefined

  constructor(shared: Shared, at: number) {
    const { kinds, starts, ends } = shared.flat
    const kind = kinds[at] ?? ERROR
    this.#shared = shared
    this.#at = at
    this.kind = kind === ERROR ? "ERROR" : (shared.grammar.kinds[kind] ?? "")
    this.start = starts[at] ?? 0
    this.end = ends[at] ?? 0
  }

  get text(): string {
    return this.#shared.text.slice(this.start, this.end)
  }

  get parent(): CodeNode | undefined {
    const above = this.#shared.flat.parents[this.#at] ?? -1
    return above === -1 ? undefined : nodeAt(this.#shared, above)
  }

  get children(): readonly CodeNode[] {
    this.#children ??= this.#below(() => true)
    return this.#children
  }

  get named(): readonly CodeNode[] {
    const { flat, grammar } = this.#shared
    this.#named ??= this.#below((at) => {
      const kind = flat.kinds[at] ?? ERROR
      return kind === ERROR || (grammar.isNamed[kind] === true && grammar.kinds[kind] !== "comment")
    })
    return this.#named
  }

  field(name: string): CodeNode | undefined {
    const wanted = this.#shared.grammar.findField(name)
    if (wanted === undefined) return undefined
    const { fields, nexts } = this.#shared.flat
    for (let at = this.#first(); at !== -1; at = nexts[at] ?? -1)
      if (fields[at] === wanted) return nodeAt(this.#shared, at)
    return undefined
  }

  #first(): number {
    return this.#shared.flat.parents[this.#at + 1] === this.#at ? this.#at + 1 : -1
  }

  #below(isWanted: (at: number) => boolean): readonly CodeNode[] {
    const { nexts } = this.#shared.flat
    const found: CodeNode[] = []
    for (let at = this.#first(); at !== -1; at = nexts[at] ?? -1) if (isWanted(at)) found.push(nodeAt(this.#shared, at))
    return found
  }
}
