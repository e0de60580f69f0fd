/**
 * The types of bound values and of results. Texts are read as bytes: the binding cuts a text at its first NUL, and
 * crashes the process on a text that is not valid UTF-8.
 */
export type Cell = string | number | Uint8Array | null
export type ReadCell = string | number | ArrayBuffer | Uint8Array | null

export function castToBytes(column: string): string {
  return `CAST(${column} AS BLOB)`
}

export function decodeCell(cell: ReadCell | undefined): Buffer | undefined {
  if (cell === null || cell === undefined) return undefined
  if (cell instanceof ArrayBuffer) return Buffer.from(cell)
  return cell instanceof Uint8Array
    ? Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength)
    : Buffer.from(String(cell))
}

export function decodeText(cell: ReadCell | undefined): string {
  return decodeCell(cell)?.toString() ?? ""
}

/** A digest as bytes, which take half the space of hexadecimal. */
export function digestCell(digest: string): Cell {
  return /^[0-9a-f]{64}$/.test(digest) ? Buffer.from(digest, "hex") : digest
}

const DIGEST_BYTES = 32

/** A digest that was stored as bytes, or as text by an earlier version. */
export function decodeDigest(cell: ReadCell | undefined): string {
  const bytes = decodeCell(cell)
  return bytes?.length === DIGEST_BYTES ? bytes.toString("hex") : decodeText(cell)
}

/** A port's functions without their promises. */
export type Synchronous<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...given: infer Given) => Promise<infer Result>
    ? (...given: Given) => Result
    : never
}
