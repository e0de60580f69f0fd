import { type Column, decoded } from "../database/cells.ts"

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
    const first = bytes.charCodeAt(0)
    if (first === DIGEST) return { kind: "artifact", digest: Buffer.from(bytes.slice(1), "latin1").toString("hex") }
    return { kind: "text", text: decoded(first === 0 ? bytes.slice(1) : bytes) }
  },
}
