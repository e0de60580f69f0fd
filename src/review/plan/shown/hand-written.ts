import type { ReviewedFile } from "../../../claims/reviewed-file.ts"

/** Whether a person wrote the file for this project. Agents are not shown generated, vendored or minified files. */
export function isHandWritten({ isGenerated, text }: Pick<ReviewedFile, "isGenerated" | "text">): boolean {
  return !isGenerated && !isMinified(text) && !hasReleaseBanner(text)
}

/** At least half of the text is on lines longer than anybody writes by hand. */
function isMinified(text: string): boolean {
  if (text.length < LEAST) return false
  let long = 0
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start)
    const end = found === -1 ? text.length : found
    if (end - start > LONG_LINE) long += end - start
    start = end + 1
  }
  return long * 2 >= text.length
}

const LEAST = 2000
const LONG_LINE = 500

/** `/*! jQuery v3.7.1 | (c) OpenJS Foundation`: the comment that build tools keep at the top of a released library. */
function hasReleaseBanner(text: string): boolean {
  const banner = /^\s*\/\*!([\s\S]{0,1000}?)\*\//.exec(text.slice(0, 1200))?.[1] ?? ""
  return /\bv?\d+\.\d+\.\d+/.test(banner) && /licen[sc]e|copyright|\(c\)|https?:/i.test(banner)
}
