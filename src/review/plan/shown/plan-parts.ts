import type { ReviewedFile } from "../../../claims/reviewed-file.ts"
import type { Gathered } from "../../review-data.ts"
import { isHandWritten } from "./hand-written.ts"
import { importsOf } from "./imports-of.ts"
import { type Neighbour, neighboursOf } from "./neighbours-of.ts"
import { type Imports, packPieces } from "./pack-pieces.ts"
import { type Piece, piecesOf } from "./pieces-of.ts"

/** What one agent is shown at once. A scope that is too large for one agent has several, which cover it together. */
export interface Part {
  /** From 1. */
  readonly number: number
  readonly of: number
  readonly pieces: readonly Piece[]
  readonly neighbours: readonly Neighbour[]
  /** How many tokens are left for tests. */
  readonly room: number
}

/** What a prompt is without any code. */
export const NO_PART: Part = { number: 1, of: 1, pieces: [], neighbours: [], room: 0 }

/** The larger share is for code under review; what it leaves is for files it imports, then for tests. */
const CODE_SHARE = 0.8

/** Divides the files under review into parts of at most so many tokens, with what they import. */
export function planParts(
  gathered: Pick<Gathered, "files" | "neighbours">,
  { room, diffOnly }: { readonly room: number; readonly diffOnly: boolean },
): readonly Part[] {
  const codeRoom = Math.floor(room * CODE_SHARE)
  const files = gathered.files.filter(isHandWritten).toSorted(compareByWorth)
  const pieces = files.flatMap((file) => piecesOf(file, { room: codeRoom, diffOnly }))
  const texts = new Map([...(gathered.neighbours ?? []), ...files].map((file) => [file.path, file]))
  const imports: Imports = new Map(files.map((file) => [file.path, importsOf(file, (name) => texts.has(name))]))
  const packs = pieces.length === 0 ? [] : packPieces(pieces, codeRoom, imports).map((pack) => sorted(pack, files))
  const ordered = packs.toSorted((a, b) => placeOf(a, files) - placeOf(b, files))
  return ordered.map((pack, at) => {
    const left = room - pack.reduce((sum, { tokens }) => sum + tokens, 0)
    const own = new Set(pack.map(({ file }) => file.path))
    const used = [...own].map((path) => (imports.get(path) ?? []).filter((name) => !own.has(name)))
    const neighbours = neighboursOf(used, (path) => texts.get(path), Math.floor(left / 2))
    return { number: at + 1, of: packs.length, pieces: pack, neighbours, room: Math.floor(left / 2) }
  })
}

/** Changed code first, then what a skill names, then tests after the code they test. */
function compareByWorth(a: ReviewedFile, b: ReviewedFile): number {
  const worth = ({ changed, isPriority, isTest }: ReviewedFile) =>
    (changed === undefined ? 0 : 4) + (isPriority ? 2 : 0) + (isTest ? 0 : 1)
  return worth(b) - worth(a)
}

function sorted(pack: readonly Piece[], files: readonly ReviewedFile[]): readonly Piece[] {
  const place = new Map(files.map((file, at) => [file, at]))
  return pack.toSorted((a, b) => (place.get(a.file) ?? 0) - (place.get(b.file) ?? 0))
}

function placeOf([first]: readonly Piece[], files: readonly ReviewedFile[]): number {
  return first === undefined ? 0 : files.indexOf(first.file)
}
