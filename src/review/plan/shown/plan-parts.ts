import type { ReviewedFile } from "../../claims/reviewed-file.ts"
import type { Gathered } from "../../review-data.ts"
import { isShown } from "./hand-written.ts"
import { findImportedFiles } from "./find-imported-files.ts"
import { type Neighbour, chooseNeighbours } from "./choose-neighbours.ts"
import { type ShownPiece, cutIntoPieces } from "./cut-into-pieces.ts"

/** What one agent is shown. A scope that is too large for one prompt is split into several parts. */
export interface ShownPart {
  /** From 1. */
  readonly number: number
  readonly of: number
  readonly pieces: readonly ShownPiece[]
  readonly neighbours: readonly Neighbour[]
  /** How many tokens are left for tests. */
  readonly room: number
}

/** A prompt without any code, to measure the rest. */
export const NO_PART: ShownPart = { number: 1, of: 1, pieces: [], neighbours: [], room: 0 }

/** Most of the room is for code under review. What is left goes to files it imports, then to tests. */
const CODE_SHARE = 0.8

/** Divides the files under review into parts of at most so many tokens, with what they import. */
export function planParts(
  gathered: Pick<Gathered, "files" | "neighbours">,
  { room, diffOnly }: { readonly room: number; readonly diffOnly: boolean },
): readonly ShownPart[] {
  const codeRoom = Math.floor(room * CODE_SHARE)
  const files = gathered.files.filter(isShown).toSorted(compareByWorth)
  const pieces = files.flatMap((file) => cutIntoPieces(file, { room: codeRoom, diffOnly }))
  const texts = new Map([...(gathered.neighbours ?? []), ...files].map((file) => [file.path, file]))
  const imports: Imports = new Map(files.map((file) => [file.path, findImportedFiles(file, (name) => texts.has(name))]))
  const packs = pieces.length === 0 ? [] : packPieces(pieces, codeRoom, imports).map((pack) => sorted(pack, files))
  const ordered = packs.toSorted((a, b) => findFileIndex(a, files) - findFileIndex(b, files))
  return ordered.map((pack, at) => {
    const left = room - pack.reduce((sum, { tokens }) => sum + tokens, 0)
    const own = new Set(pack.map(({ file }) => file.path))
    const used = [...own].map((path) => (imports.get(path) ?? []).filter((name) => !own.has(name)))
    const neighbours = chooseNeighbours(used, (path) => texts.get(path), Math.floor(left / 2))
    return { number: at + 1, of: packs.length, pieces: pack, neighbours, room: Math.floor(left / 2) }
  })
}

/** Changed code first, then files that a skill names; tests after all other code. */
function compareByWorth(a: ReviewedFile, b: ReviewedFile): number {
  const worth = ({ changed, isPriority, isTest }: ReviewedFile) =>
    (changed === undefined ? 0 : 4) + (isTest ? 0 : 2) + (isPriority ? 1 : 0)
  return worth(b) - worth(a)
}

function sorted(pack: readonly ShownPiece[], files: readonly ReviewedFile[]): readonly ShownPiece[] {
  const place = new Map(files.map((file, at) => [file, at]))
  return pack.toSorted((a, b) => (place.get(a.file) ?? 0) - (place.get(b.file) ?? 0))
}

function findFileIndex([first]: readonly ShownPiece[], files: readonly ReviewedFile[]): number {
  return first === undefined ? 0 : files.indexOf(first.file)
}

type Pack = readonly ShownPiece[]

/** Which file imports which, among the files under review. */
type Imports = ReadonlyMap<string, readonly string[]>

/**
 * Groups pieces into packs of at most so many tokens. Files of a directory stay together as long as they fit. Packs are
 * then merged, those with the most imports between them first, then in order.
 */
function packPieces(pieces: readonly ShownPiece[], room: number, imports: Imports): readonly Pack[] {
  return packFolder(pieces, 0)

  function packFolder(below: readonly ShownPiece[], depth: number): readonly Pack[] {
    if (sumTokens(below) <= room) return [below]
    const groups = groupPieces(below, ({ file: { path } }) =>
      path
        .split("/")
        .slice(0, depth + 1)
        .join("/"),
    )
    const isOneFile = new Set(below.map(({ file }) => file.path)).size === 1
    const packs = isOneFile ? below.map((piece) => [piece]) : groups.flatMap((group) => packFolder(group, depth + 1))
    return firstFit(joinLinked(packs, room, imports), room)
  }
}

function sumTokens(pieces: Pack): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0)
}

function groupPieces(pieces: readonly ShownPiece[], keyOf: (piece: ShownPiece) => string): readonly Pack[] {
  const groups = new Map<string, ShownPiece[]>()
  for (const piece of pieces) {
    const key = keyOf(piece)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [piece])
    else group.push(piece)
  }
  return [...groups.values()]
}

/** Merges pairs of packs that fit together, those with the most imports between them first. */
function joinLinked(packs: readonly Pack[], room: number, imports: Imports): readonly Pack[] {
  const joined: (Pack | undefined)[] = [...packs]
  const into = packs.map((_, at) => at)
  const findRoot = (at: number): number => (into[at] === at ? at : findRoot(into[at] ?? at))
  for (const [a, b] of linkedPairs(packs, imports)) {
    const [first, second] = [findRoot(a), findRoot(b)].toSorted((one, other) => one - other)
    if (first === undefined || second === undefined || first === second) continue
    const together = [...(joined[first] ?? []), ...(joined[second] ?? [])]
    if (sumTokens(together) > room) continue
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
    const tokens = sumTokens(pack)
    const bin = bins.find((one) => one.tokens + tokens <= room)
    if (bin === undefined) bins.push({ pieces: pack, tokens })
    else {
      bin.pieces = [...bin.pieces, ...pack]
      bin.tokens += tokens
    }
  }
  return bins.map(({ pieces }) => pieces)
}
