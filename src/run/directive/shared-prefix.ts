/** The share of a text that a cache holding the previous text can reuse: from 0 to 1, in UTF-8 bytes. */
export function sharedPrefix(before: string, after: string): number {
  const earlier = encoder.encode(before)
  const later = encoder.encode(after)
  if (later.length === 0) return 1
  const differs = later.findIndex((byte, at) => byte !== earlier[at])
  return (differs === -1 ? later.length : differs) / later.length
}

/** Texts divided after the paragraphs that all of them begin with: the shared part, an empty line, then the own part. */
export function splitShared(texts: readonly string[]): { readonly shared: string; readonly own: readonly string[] } {
  const [first = "", ...others] = texts
  const same = others.reduce((length, text) => sameLength(first.slice(0, length), text), first.length)
  const cut = others.length === 0 ? -1 : first.slice(0, same).lastIndexOf(GAP)
  if (cut <= 0) return { shared: "", own: texts }
  return { shared: first.slice(0, cut), own: texts.map((text) => text.slice(cut + GAP.length)) }
}

const GAP = "\n\n"

function sameLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

const encoder = new TextEncoder()
