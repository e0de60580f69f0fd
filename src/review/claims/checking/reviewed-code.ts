import { renderFileName } from "../../../finding/file-name.ts"
import type { ReviewedFile, ReviewedMaterial } from "../reviewed-file.ts"

/** The files under review, for lookups. */
export interface ReviewedCode {
  /** The file that a path means, or undefined if there is none or more than one. */
  readonly find: (path: string) => ReviewedFile | undefined
  /** Without line breaks; the first is line 1. */
  readonly linesOf: (file: ReviewedFile) => readonly string[]
  /** The lines of a file with single spaces. */
  readonly squeezed: (file: ReviewedFile) => readonly string[]
}

export function openReviewedCode({ files, root }: Pick<ReviewedMaterial, "files" | "root">): ReviewedCode {
  const byPath = new Map(files.map((file) => [file.path.normalize("NFC"), file]))
  /** Names that would not fit on a line are shown with escapes, and agents refer to them in that form. */
  const byShown = new Map(files.map((file) => [renderFileName(file.path), file]))
  const lines = new Map<ReviewedFile, readonly string[]>()
  const squeezed = new Map<ReviewedFile, readonly string[]>()
  const readLines = (file: ReviewedFile): readonly string[] => {
    const known = lines.get(file) ?? splitLines(file.text)
    lines.set(file, known)
    return known
  }
  return {
    find(said) {
      const bare = said.trim().replace(/^[`"'<]+|[`"'>]+$/g, "")
      const exact = byPath.get(bare.normalize("NFC")) ?? byShown.get(bare)
      if (exact !== undefined) return exact
      const whole = plainPath(said)
      if (whole === undefined) return undefined
      const path = root !== undefined && whole.startsWith(`${root}/`) ? whole.slice(root.length + 1) : whole
      return byPath.get(path) ?? byPath.get(path.replace(/^[ab]\//, "")) ?? similar(path, byPath)
    },
    linesOf: readLines,
    squeezed(file) {
      const known = squeezed.get(file) ?? readLines(file).map(squeeze)
      squeezed.set(file, known)
      return known
    },
  }
}

export function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}

function splitLines(text: string): readonly string[] {
  const lines = text.split("\n")
  return lines.length > 1 && lines.at(-1) === "" ? lines.slice(0, -1) : lines
}

/** Without quotes, `./` and a line number after it. A path that climbs out matches nothing. */
function plainPath(said: string): string | undefined {
  const bare = said
    .trim()
    .replace(/^[`"'<]+|[`"'>]+$/g, "")
    .replace(/(?::\d[\d:,\- ]*|#L\d[\dL,\- ]*)$/, "")
    .replaceAll("\\", "/")
    .replace(/^file:\/\//, "")
    .normalize("NFC")
  const parts = bare.split("/").filter((part, at) => part !== "." && (part !== "" || at === 0))
  if (bare === "" || parts.includes("..") || /[\u0000-\u001f]/.test(bare)) return undefined
  return parts.join("/")
}

/**
 * The only file with the same ending: an absolute path of one of our files, or the last part of its path. A bare file
 * name at the end of a longer path is not enough: every directory may have one.
 */
function similar(path: string, byPath: ReadonlyMap<string, ReviewedFile>): ReviewedFile | undefined {
  const parts = path.split("/")
  for (let from = 1; from < parts.length - 1; from++) {
    const file = byPath.get(parts.slice(from).join("/"))
    if (file !== undefined) return file
  }
  const ending = `/${path}`
  const found = [...byPath].filter(([own]) => own.endsWith(ending))
  return found.length === 1 ? found[0]?.[1] : undefined
}
