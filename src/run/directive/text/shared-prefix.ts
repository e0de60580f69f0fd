/** How much of a text a cache that holds the one before it need not read again: from 0 to 1, counted in UTF-8 bytes. */
export function sharedPrefix(before: string, after: string): number {
  const earlier = encoder.encode(before)
  const later = encoder.encode(after)
  if (later.length === 0) return 1
  const differs = later.findIndex((byte, at) => byte !== earlier[at])
  return (differs === -1 ? later.length : differs) / later.length
}

/** Texts cut after the whole lines all of them begin with; empty lines at the cut are left out. */
export function splitShared(texts: readonly string[]): { readonly shared: string; readonly own: readonly string[] } {
  const [first = "", ...others] = texts
  if (others.length === 0) return { shared: "", own: texts }
  const rows = texts.map((text) => text.split("\n"))
  const most = Math.min(...rows.map((row) => row.length)) - 1
  const head = first.split("\n")
  let same = 0
  while (same < most && rows.every((row) => row[same] === head[same])) same += 1
  return {
    shared: head.slice(0, same).join("\n").replace(/\n+$/, ""),
    own: rows.map((row) => row.slice(same).join("\n").replace(/^\n+/, "")),
  }
}

const encoder = new TextEncoder()
