import { codeSpans } from "./cells.ts"
import type { Part } from "./parts.ts"

/** Which files to look at first. */
export interface PriorityFiles {
  readonly patterns: readonly string[]
  /** What the skill says about them, in its own words. */
  readonly notes: readonly string[]
}

/** Reads what stands under scope prioritization: globs as written, and quoted parts of names as globs. */
export function readPriorityFiles(parts: readonly Part[]): PriorityFiles {
  const items = parts.flatMap((part) => (part.kind === "item" ? [part.text] : []))
  const prose = parts.flatMap((part) => (part.kind === "text" && !part.text.endsWith(":") ? [part.text] : []))
  const notes = items.length > 0 ? items : prose
  return { patterns: [...new Set(notes.flatMap(globsIn))], notes }
}

function globsIn(text: string): readonly string[] {
  const written = codeSpans(text).filter((code) => /^[^\s"'`<>|]+$/.test(code) && /[*/]|\.[a-z0-9]+$/i.test(code))
  const outside = text.replace(/`[^`]*`/g, "")
  const quoted = [...outside.matchAll(/["“]([\w.-]+)["”]/g)].map((match) => match[1] ?? "")
  return [...written, ...quoted.flatMap((word) => [`**/*${word}*`, `**/*${word}*/**`])]
}
