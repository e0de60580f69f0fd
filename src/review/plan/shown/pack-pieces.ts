import type { Piece } from "./pieces-of.ts"

type Pack = readonly Piece[]

/** Which file imports which, among the files under review. */
export type Imports = ReadonlyMap<string, readonly string[]>

/**
 * Pieces in packs of at most so many tokens. What is in one folder stays together as long as it fits; packs of one
 * folder are put together by how often they import each other, then in their order.
 */
export function packPieces(pieces: readonly Piece[], room: number, imports: Imports): readonly Pack[] {
  return packBelow(pieces, 0)

  function packBelow(below: readonly Piece[], depth: number): readonly Pack[] {
    if (tokensOf(below) <= room) return [below]
    const groups = groupedBy(below, ({ file: { path } }) =>
      path
        .split("/")
        .slice(0, depth + 1)
        .join("/"),
    )
    const isOneFile = new Set(below.map(({ file }) => file.path)).size === 1
    const packs = isOneFile ? below.map((piece) => [piece]) : groups.flatMap((group) => packBelow(group, depth + 1))
    return firstFit(joinLinked(packs, room, imports), room)
  }
}

function tokensOf(pieces: Pack): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0)
}

function groupedBy(pieces: readonly Piece[], keyOf: (piece: Piece) => string): readonly Pack[] {
  const groups = new Map<string, Piece[]>()
  for (const piece of pieces) {
    const key = keyOf(piece)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [piece])
    else group.push(piece)
  }
  return [...groups.values()]
}

/** The pairs with the most imports between them first, each joined if both still fit. */
function joinLinked(packs: readonly Pack[], room: number, imports: Imports): readonly Pack[] {
  const joined: (Pack | undefined)[] = [...packs]
  const into = packs.map((_, at) => at)
  const rootOf = (at: number): number => (into[at] === at ? at : rootOf(into[at] ?? at))
  for (const [a, b] of linkedPairs(packs, imports)) {
    const [first, second] = [rootOf(a), rootOf(b)].toSorted((one, other) => one - other)
    if (first === undefined || second === undefined || first === second) continue
    const together = [...(joined[first] ?? []), ...(joined[second] ?? [])]
    if (tokensOf(together) > room) continue
    joined[first] = together
    joined[second] = undefined
    into[second] = first
  }
  return joined.filter((pack) => pack !== undefined)
}

function linkedPairs(packs: readonly Pack[], imports: Imports): readonly (readonly [number, number])[] {
  const packOf = new Map(packs.flatMap((pack, at) => pack.map(({ file }) => [file.path, at] as const)))
  const links = new Map<string, { readonly pair: readonly [number, number]; count: number }>()
  for (const [from, at] of packOf) {
    for (const to of imports.get(from) ?? []) {
      const other = packOf.get(to)
      if (other === undefined || other === at) continue
      const pair = [Math.min(at, other), Math.max(at, other)] as const
      const link = links.get(pair.join()) ?? { pair, count: 0 }
      links.set(pair.join(), { ...link, count: link.count + 1 })
    }
  }
  return [...links.values()].toSorted((a, b) => b.count - a.count).map(({ pair }) => pair)
}

function firstFit(packs: readonly Pack[], room: number): readonly Pack[] {
  const bins: { pieces: Pack; tokens: number }[] = []
  for (const pack of packs) {
    const tokens = tokensOf(pack)
    const bin = bins.find((one) => one.tokens + tokens <= room)
    if (bin === undefined) bins.push({ pieces: pack, tokens })
    else {
      bin.pieces = [...bin.pieces, ...pack]
      bin.tokens += tokens
    }
  }
  return bins.map(({ pieces }) => pieces)
}
