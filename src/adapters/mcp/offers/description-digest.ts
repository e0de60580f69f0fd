import { createHash } from "node:crypto"

/**
 * The digest of what a server says of one thing it offers: for a skill its address, its whole header and the digests
 * of its files; for a prompt its descriptions and arguments. The order of keys means nothing, and `_meta` is not part of it.
 */
export function descriptionDigest(said: object): string {
  const { _meta, ...rest } = said as { readonly _meta?: unknown }
  return `sha256:${createHash("sha256")
    .update(JSON.stringify(inOrder(rest)))
    .digest("hex")}`
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== "object" || value === null) return value
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, item]) => [key, inOrder(item)]))
}
