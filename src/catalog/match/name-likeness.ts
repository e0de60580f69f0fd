/** How much a request looks like a skill's name, from the strongest. */
export type Likeness = "exact" | "prefix" | "mention" | "none"

/** A request or a name without marks and capitals, one blank between words; a plugin's prefix keeps its colon. */
export function foldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}:]+/gu, " ")
    .replace(/ ?: ?/g, ":")
    .trim()
}

export interface FoldedRequest {
  readonly folded: string
  readonly squeezed: string
}

export function foldRequest(request: string): FoldedRequest {
  const folded = foldName(request).replaceAll(":", " ").trim()
  return { folded, squeezed: folded.replaceAll(" ", "") }
}

/** Compares with a name that was folded before. */
export function likenessOf(request: FoldedRequest, foldedName: string): Likeness {
  const colon = foldedName.lastIndexOf(":")
  if (colon === -1) return likenessOfPart(request, foldedName)
  const whole = likenessOfPart(request, foldedName.replaceAll(":", " "))
  return whole === "exact" ? whole : likenessOfPart(request, foldedName.slice(colon + 1))
}

const LEAST_PREFIX = 3

function likenessOfPart({ folded, squeezed }: FoldedRequest, name: string): Likeness {
  if (folded === "" || name === "") return "none"
  if (name === folded) return "exact"
  if (name.charCodeAt(0) === folded.charCodeAt(0)) {
    if (name.length >= squeezed.length && name.replaceAll(" ", "") === squeezed) return "exact"
    if (folded.length >= LEAST_PREFIX && name.startsWith(folded)) return "prefix"
  }
  return name.length < folded.length && name.includes(" ") && ` ${folded} `.includes(` ${name} `) ? "mention" : "none"
}
