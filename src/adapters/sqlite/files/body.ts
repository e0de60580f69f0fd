import { bytesOf, type Cell, type ReadCell } from "../database/cells.ts"

/** A text in the row, or the digest of a file beside the database. */
export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "artifact"; readonly digest: string }

const TEXT = "\0"
const DIGEST = 1

/** It begins with what it is: 1 for a digest, 0 for a text that would begin with either, nothing for any other. */
export function bodyCell(body: Body): Cell {
  if (body.kind === "artifact") return Buffer.from(`01${body.digest}`, "hex")
  return body.text.charCodeAt(0) <= DIGEST ? `${TEXT}${body.text}` : body.text
}

export function readBody(cell: ReadCell | undefined): Body | undefined {
  const bytes = bytesOf(cell)
  if (bytes === undefined) return undefined
  if (bytes[0] === DIGEST) return { kind: "artifact", digest: bytes.toString("hex", 1) }
  return { kind: "text", text: bytes.toString("utf8", bytes[0] === 0 ? 1 : 0) }
}

/** What a sum over the row takes of it. */
export function bodyMark(body: Body): string {
  return body.kind === "text" ? body.text : `\u0001${body.digest}`
}
