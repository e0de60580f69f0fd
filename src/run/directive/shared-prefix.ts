/** The share of a text that a cache holding the previous text can reuse: from 0 to 1, in UTF-8 bytes. */
export function measureSharedPrefix(before: string, after: string): number {
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
  const cut = others.length === 0 ? -1 : gapOutsideFences(first.slice(0, same))
  if (cut <= 0) return { shared: "", own: texts }
  return { shared: first.slice(0, cut), own: texts.map((text) => text.slice(cut + GAP.length)) }
}

const GAP = "\n\n"

/** The last gap between paragraphs outside fenced blocks, so that blocks stay whole. */
function gapOutsideFences(text: string): number {
  let open: string | undefined
  let cut = -1
  let at = 0
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (open === undefined && text.startsWith(GAP, at - 1) && at > 0) cut = at - 1
    if (mark !== undefined && open === undefined) open = mark
    else if (open !== undefined && line.trim().startsWith(open) && /^[`~]+$/.test(line.trim())) open = undefined
    at += line.length + 1
  }
  return cut
}

function sameLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

const encoder = new TextEncoder()
