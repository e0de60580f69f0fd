import { isMinified, LONG_LINE } from "../../claims/file-place.ts"
import type { ReviewedFile } from "../../claims/reviewed-file.ts"

/** Whether a person wrote the file for this project. Agents are not shown generated, vendored or minified files. */
export function isHandWritten({ isGenerated, text }: Pick<ReviewedFile, "isGenerated" | "text">): boolean {
  return !isGenerated && !isMinified(text) && !hasReleaseBanner(text)
}

/**
 * Whether agents are shown a file under review: if people wrote it, or if a change touches readable lines in a file
 * that otherwise consists of long lines of data.
 */
export function isShown(file: Pick<ReviewedFile, "isGenerated" | "text" | "changed">): boolean {
  if (isHandWritten(file)) return true
  if (file.isGenerated || hasReleaseBanner(file.text) || file.changed === undefined) return false
  const lines = file.text.split("\n")
  return file.changed.some((line) => {
    const text = lines[line - 1] ?? ""
    return text.trim() !== "" && text.length <= LONG_LINE
  })
}

/**
 * The comment at the top of a released library, with its version and its licence or address: `/*! jQuery v3.7.1 | (c)
 * OpenJS Foundation`, `@license Lodash 4.17.21 <https://…>`, `//! moment.js //! version : 2.29.4`.
 */
function hasReleaseBanner(text: string): boolean {
  const start = text.slice(0, 1500)
  const banner = banners.map((form) => form.exec(start)?.[0] ?? "").find((one) => one !== "") ?? ""
  return /\bv?\d+\.\d+\.\d+/.test(banner) && /licen[sc]e|copyright|\(c\)|https?:/i.test(banner)
}

/** Comments that tools keep: `/*!`, one with `@license` or `@preserve`, and lines of `//!`. */
const banners = [
  /^\s*\/\*!(?:[^*]|\*(?!\/)){0,1000}\*\//,
  /^\s*\/\*\*?(?=(?:[^*]|\*(?!\/)){0,1000}@(?:license|preserve)\b)(?:[^*]|\*(?!\/)){0,1000}\*\//,
  /^\s*(?:\/\/!.*\n)+/,
] as const
