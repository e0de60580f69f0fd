/** How similar a request is to a skill's name, strongest first. */
export type Likeness = "exact" | "prefix" | "mention"

/** Marks terms that are whole names; no word of a text can equal one. */
const NAME_MARK = "\u0001"

/** Longer names are found by their beginning. */
const LONGEST = 32

/** The terms under which a name is found: whole, and without a plugin's prefix, in any spelling. */
export function listNameTerms(name: string): readonly string[] {
  return [...new Set(listNameParts(name).map(toNameTerm))].filter((term) => term !== NAME_MARK)
}

/** How the terms of the names begin that a request may mean; nothing if it has no letters. */
export function toNameTerm(request: string): string {
  return NAME_MARK + squeeze(request).slice(0, LONGEST)
}

/** A shorter request begins too many names to mean one. */
const LEAST_PREFIX = 3

/**
 * `webapp-testing` is meant by `webapp testing`, `WebappTesting` and `webapp-te`, and is recognised in a longer
 * request.
 */
export function compareNames(request: string, name: string): Likeness | undefined {
  const wanted = squeeze(request)
  if (wanted === "") return undefined
  const parts = listNameParts(name).map(squeeze)
  if (parts.includes(wanted)) return "exact"
  if (wanted.length >= LEAST_PREFIX && parts.some((part) => part.startsWith(wanted))) return "prefix"
  return mentions(request, name.slice(name.lastIndexOf(":") + 1)) ? "mention" : undefined
}

/** Only names of several words: a single word is like any other word. */
function mentions(request: string, name: string): boolean {
  const words = parted(name)
  return words.includes(" ") && ` ${parted(request)} `.includes(` ${words} `)
}

/** A name, and the part after its plugin. */
function listNameParts(name: string): readonly string[] {
  const colon = name.lastIndexOf(":")
  return colon === -1 ? [name] : [name, name.slice(colon + 1)]
}

function squeeze(text: string): string {
  return parted(text).replaceAll(" ", "")
}

/** In lower case, with one blank between words and no punctuation. */
function parted(text: string): string {
  const lower = text.toLowerCase()
  // The class of all letters takes long to compile and is rarely needed.
  const marks = /^[\0-\x7f]*$/.test(lower) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu
  return lower.replace(marks, " ").trim()
}
