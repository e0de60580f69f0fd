import { DEFINED_PROGRAMS } from "./defined-programs.ts"

/**
 * What of a command could name files, as plain data: an approval stores it, so that the files it names can be found
 * again in any directory without reading the command again.
 */
export interface FileNames {
  /** Every piece that could be a file, a directory, a module or a script's name. */
  readonly words: readonly string[]
  /** Pieces with `*`, `?` or `[`. */
  readonly patterns: readonly string[]
  /** Programs that read certain files by definition, such as make. */
  readonly programs: readonly string[]
  /** A program like find chooses among the files of the directories that are named. */
  readonly isListing: boolean
}

export const NO_NAMES: FileNames = { words: [], patterns: [], programs: [], isListing: false }

/**
 * Splits text into all pieces that could name a file, whatever its quotes mean: a piece too many only makes an approval
 * cover more.
 */
export function splitNames(text: string): FileNames {
  // `node --run NAME` runs a script of package.json, as `npm run NAME` does.
  const written = text.replace(/(\s)--run\b/g, "$1npm run")
  const readings = [written, written.replace(/\\\n/g, ""), written.replace(/\\?["']|\\/g, "")].flatMap((one) => [
    one,
    one.replace(EXPANSION, "*"),
    one.replace(EXPANSION, ""),
    one.replace(CHOICE, "*"),
  ])
  const pieces = [...new Set(readings.flatMap(listPieces))]
  const patterns = pieces.filter((piece) => /[*?[]/.test(piece))
  const words = pieces.filter((piece) => !/[*?[\]]/.test(piece))
  const names = new Set(words.map((word) => word.slice(word.lastIndexOf("/") + 1)))
  return {
    words,
    patterns: patterns.filter((pattern) => /\w/.test(pattern)),
    programs: DEFINED_PROGRAMS.flatMap((row) => row.programs).filter((program) => names.has(program)),
    isListing: LISTERS.some((program) => names.has(program)),
  }
}

export function joinNames(all: readonly FileNames[]): FileNames {
  const join = (pick: (names: FileNames) => readonly string[]) => [...new Set(all.flatMap(pick))].sort()
  return {
    words: join(({ words }) => words),
    patterns: join(({ patterns }) => patterns),
    programs: join(({ programs }) => programs),
    isListing: all.some(({ isListing }) => isListing),
  }
}

/** A variable could be part of a name, or the directory it is in. */
const EXPANSION = /\$(?:\w+|\{[^{}]*\})/g

/** A choice of names, as in `@(a|b).sh`. */
const CHOICE = /[@?*+!]\([^()\s]*\)/g

/** Programs that print or run the files of a directory. */
const LISTERS = ["find", "fd", "ls", "run-parts"]

/** Longer than any path can be. */
const LONGEST_NAME = 4096

function listPieces(text: string): readonly string[] {
  return text
    .replaceAll("::", "/")
    .split(/[\s;|&()<>"'`]+/)
    .flatMap((word) => [word, ...word.split(/[=:,!@{}$%#^+~\\]+/)])
    .flatMap((piece) => (piece.startsWith("-") ? [1, 2, 3, 4].map((from) => piece.slice(from)) : [piece]))
    .filter((piece) => piece !== "" && piece.length <= LONGEST_NAME && !/^[\d-]*$/.test(piece) && !piece.includes("\0"))
}
