import type { Column } from "../database/cells.ts"

/** A text in the row, or the digest of a file beside the database. */
export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "artifact"; readonly digest: string }

const TEXT = "\0"
const DIGEST = 1

/** It begins with what it is: 1 for a digest, 0 for a text that would begin with either, nothing for any other. */
export const body: Column<Body> = {
  write(value) {
    if (value.kind === "artifact") return Buffer.from(`01${value.digest}`, "hex")
    return value.text.charCodeAt(0) <= DIGEST ? `${TEXT}${value.text}` : value.text
  },
  read(bytes) {
    if (bytes[0] === DIGEST) return { kind: "artifact", digest: bytes.toString("hex").slice(2) }
    return { kind: "text", text: bytes.toString("utf8", bytes[0] === 0 ? 1 : 0) }
  },
}
