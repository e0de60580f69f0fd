import zlib from "node:zlib"
import { asBytes, bytesOf, type Cell, type ReadCell } from "../cells.ts"

/** The value of a cell, from its bytes: one character each. */
export type SealedColumn<Value> = (bytes: string) => Value

export const text: SealedColumn<string> = decoded

/** A value that is not a whole number was stored as a text after a tilde. */
export const number: SealedColumn<number> = (bytes) => Number(bytes.startsWith("~") ? bytes.slice(1) : bytes)

/** A SHA-256 was stored as bytes, anything else as a text after an equals sign. */
export const hash: SealedColumn<string> = (bytes) =>
  bytes.startsWith("=") ? decoded(bytes).slice(1) : Buffer.from(bytes, "latin1").toString("hex")

export function json<Value>(): SealedColumn<Value> {
  return (bytes) => JSON.parse(decoded(bytes)) as Value
}

/** One of a list of words was stored as its index in the list, from 2. */
export function oneOf<const Word extends string>(words: readonly Word[]): SealedColumn<Word> {
  return (bytes) => words[Number(bytes) - 2] ?? (bytes as Word)
}

/** Numbers that were stored as a list, without their names. */
export function listed<Row extends { readonly [Name in keyof Row]: number }>(
  names: readonly (keyof Row & string)[],
): SealedColumn<Row> {
  return (bytes) => {
    const values = JSON.parse(decoded(bytes)) as readonly number[]
    return Object.fromEntries(names.map((name, at) => [name, values[at]])) as Row
  }
}

/** A row, or a part of one, with its checksum in the next column. */
export interface Sealed<Row> {
  /** One column, whatever the row has. */
  readonly selected: string
  /** The checksum covers the key too. */
  read(key: readonly Cell[], cell: ReadCell | undefined): Row
}

type Columns<Row> = { readonly [Field in keyof Row]-?: SealedColumn<NonNullable<Row[Field]>> }

export function sealed<Row>(what: string, sum: string, columns: Columns<Row>): Sealed<Row> {
  const fields = Object.keys(columns) as (keyof Row & string)[]
  return {
    selected: packed([...fields.map((field) => `"${field}"`), sum]),
    read(key, cell) {
      const cells = unpacked(bytesOf(cell)?.toString("latin1") ?? "")
      const said = cells.pop()
      if (cells.length !== fields.length || String(sumOfBytes([...key.map(encoded), ...cells])) !== said)
        throw new RowDamage(what)
      const row: Partial<Row> = {}
      for (const [at, field] of fields.entries()) {
        const bytes = cells[at]
        if (bytes !== undefined) row[field] = columns[field](bytes)
      }
      return row as Row
    },
  }
}

/** Columns as one: how many bytes each has, nothing for null, a semicolon, and the bytes. */
function packed(columns: readonly string[]): string {
  const bytes = columns.map(asBytes)
  const lengths = bytes.map((one) => `ifnull(length(${one}), '')`)
  return `CAST(${[lengths.join(" || ',' || "), "';'", ...bytes.map((one) => `ifnull(${one}, '')`)].join(" || ")} AS BLOB)`
}

function unpacked(bytes: string): (string | undefined)[] {
  let at = bytes.indexOf(";") + 1
  return bytes
    .slice(0, at - 1)
    .split(",")
    .map((length) => {
      if (length === "") return undefined
      const begin = at
      at += Number(length)
      return bytes.slice(begin, at)
    })
}

const NOTHING = "\x1e"

export function sumOfBytes(cells: readonly (string | undefined)[]): number {
  return zlib.crc32(cells.map((cell) => cell ?? NOTHING).join("\x1f"))
}

function encoded(cell: Cell): string | undefined {
  return cell === null ? undefined : bytesOf(cell)?.toString("latin1")
}

function decoded(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString()
}

/** It has a code like SQLite's own errors, and is reported like them. */
class RowDamage extends Error {
  readonly code = "SQLITE_CORRUPT_ROW"
  constructor(what: string) {
    super(`a row of ${what} was changed`)
  }
}
