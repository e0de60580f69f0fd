/** How much a request looks like a skill's name, from the strongest. */
export type Likeness = "exact" | "prefix" | "mention"

/** A name without marks, blanks and capitals; a plugin's prefix keeps its colon. */
export function squeezeName(name: string): string {
  const lower = name.toLowerCase()
  return isAscii(lower) ? lower.replace(/[^a-z0-9:]+/g, "") : lower.replace(/[^\p{L}\p{N}:]+/gu, "")
}

/** Below this a request begins too many names to mean one. */
const LEAST_PREFIX = 3

/**
 * The documents whose name, or name behind a plugin's prefix, is the request or begins with it, however it is written:
 * `webapp-testing`, `webapp testing`, `WebappTest`. `names` holds the squeezed names between NULs.
 */
export function findByName(names: string, request: string): ReadonlyMap<number, Likeness> {
  const squeezed = squeezeName(request)
  const found = new Map<number, Likeness>()
  if (squeezed === "") return found
  const marks = names.includes(":") ? ["\0", ":"] : ["\0"]
  for (const mark of marks) {
    const counter = lineCounter(names)
    for (let at = names.indexOf(mark + squeezed); at !== -1; at = names.indexOf(mark + squeezed, at + 1)) {
      const isExact = names[at + 1 + squeezed.length] === "\0"
      if (!isExact && squeezed.length < LEAST_PREFIX) continue
      const document = mark === "\0" ? counter(at) : counter(at) - 1
      if (isExact || !found.has(document)) found.set(document, isExact ? "exact" : "prefix")
    }
  }
  return found
}

/** Whether a request names a skill of several words among others: "do a code review of this". */
export function mentions(request: string, name: string): boolean {
  const words = partedWords(name.slice(name.lastIndexOf(":") + 1))
  return words.trim().includes(" ") && partedWords(request).includes(words)
}

function partedWords(text: string): string {
  const lower = text.toLowerCase()
  const parted = isAscii(lower) ? lower.replace(/[^a-z0-9]+/g, " ") : lower.replace(/[^\p{L}\p{N}]+/gu, " ")
  return ` ${parted.trim()} `
}

/** Classes of all letters take long to compile, and are seldom needed. */
function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

/** Counts the NULs before a place; places must come in order. */
function lineCounter(text: string): (at: number) => number {
  let counted = 0
  let from = 0
  return (at) => {
    for (let next = text.indexOf("\0", from); next !== -1 && next < at; next = text.indexOf("\0", from)) {
      counted++
      from = next + 1
    }
    return counted
  }
}
