import { applyPatch, createTwoFilesPatch, parsePatch } from "diff"
import { compareBytes } from "../../text/compare-bytes.ts"

/** The difference between texts of the source and the user's, as one patch in the order of the paths. */
export function writePatch(changes: ReadonlyMap<string, { readonly theirs: string; readonly mine: string }>): string {
  return [...changes]
    .sort(([a], [b]) => compareBytes(a, b))
    .map(([path, { theirs, mine }]) =>
      createTwoFilesPatch(`a/${path}`, `b/${path}`, theirs, mine, undefined, undefined, { context: 3 }),
    )
    .join("")
}

/** The texts that a patch makes out of those of the source; undefined for one that it does not fit exactly. */
export function applyOverlay(
  patch: string,
  read: (path: string) => string | undefined,
): ReadonlyMap<string, string | undefined> {
  return new Map(
    parsePatch(patch).map((part) => {
      const path = (part.newFileName ?? "").replace(/^b\//, "")
      const text = read(path)
      const applied =
        text === undefined ? false : applyPatch(text, part, { fuzzFactor: 0, autoConvertLineEndings: false })
      return [path, applied === false ? undefined : applied]
    }),
  )
}
