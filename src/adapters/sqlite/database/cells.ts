import zlib from "node:zlib"

/**
 * What is bound, and what comes back. Everything is read as bytes: the binding cuts a text at its first NUL, and ends the
 * process over one that is not UTF-8 any more.
 */
export type Cell = string | number | Uint8Array | null
export type ReadCell = string | number | ArrayBuffer | Uint8Array | null

export interface Column<Value> {
  write(value: Value): Cell
  /** From its bytes, a character each. */
  read(bytes: string): Value
}

export const text: Column<string> = { write: (value) => value, read: (bytes) => decoded(bytes) }

/** SQLite would round what is not whole on its way to bytes; as a text it stays what it is. */
export const number: Column<number> = {
  write: (value) => (Number.isSafeInteger(value) ? value : `~${value}`),
  read: (bytes) => Number(bytes.startsWith("~") ? bytes.slice(1) : bytes),
}

const EQUALS = 0x3d

/** A SHA-256 in hexadecimal takes half the room as bytes; anything else is a text behind an equals sign. */
export const hash: Column<string> = {
  write(value) {
    const bytes = /^[0-9a-f]{64}$/.test(value) ? Buffer.from(value, "hex") : undefined
    return bytes === undefined || bytes[0] === EQUALS ? `=${value}` : bytes
  },
  read: (bytes) => (bytes.startsWith("=") ? decoded(bytes).slice(1) : Buffer.from(bytes, "latin1").toString("hex")),
}

export function json<Value>(): Column<Value> {
  return { write: (value) => JSON.stringify(value), read: (bytes) => JSON.parse(decoded(bytes)) as Value }
}

/** Numbers that all take one byte, so that a row that changes keeps its size. */
export function oneOf<const Word extends string>(words: readonly Word[]): Column<Word> {
  return {
    write: (word) => words.indexOf(word) + 2,
    read: (bytes) => words[Number(bytes) - 2] ?? (bytes as Word),
  }
}

/** The columns of a row, in their order. A field that is not there is null. */
export interface Shape<Row> {
  readonly names: readonly string[]
  cells(row: Row): readonly Cell[]
  row(cells: readonly (string | undefined)[]): Row
}

export function shape<Row>(columns: { readonly [Field in keyof Row]-?: Column<NonNullable<Row[Field]>> }): Shape<Row> {
  const fields = Object.keys(columns) as (keyof Row & string)[]
  return {
    names: fields.map((field) => `"${field}"`),
    cells: (row) =>
      fields.map((field) => {
        const value = row[field]
        return value === undefined || value === null ? null : columns[field].write(value)
      }),
    row(cells) {
      const row: Partial<Row> = {}
      fields.forEach((field, at) => {
        const cell = cells[at]
        if (cell !== undefined) row[field] = columns[field].read(cell)
      })
      return row as Row
    },
  }
}

/** Over the bytes of a row's cells, so that one that changed on the disk is noticed when the row is read. */
export function sumOf(cells: readonly (Cell | undefined)[]): number {
  return sumOfBytes(cells.map(encoded))
}

const NOTHING = "\x1e"

function sumOfBytes(cells: readonly (string | undefined)[]): number {
  return zlib.crc32(cells.map((cell) => cell ?? NOTHING).join("\x1f"))
}

/** Its bytes, a character each: most are ASCII, and then they are the text. */
function encoded(cell: Cell | undefined): string | undefined {
  if (cell === null || cell === undefined) return undefined
  if (typeof cell === "number") return String(cell)
  if (typeof cell === "string") return isAscii(cell) ? cell : Buffer.from(cell).toString("latin1")
  return Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString("latin1")
}

export function decoded(bytes: string): string {
  return isAscii(bytes) ? bytes : Buffer.from(bytes, "latin1").toString()
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

export function bytesOf(cell: ReadCell | undefined): Buffer | undefined {
  if (cell === null || cell === undefined) return undefined
  if (cell instanceof ArrayBuffer) return Buffer.from(cell)
  return cell instanceof Uint8Array
    ? Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength)
    : Buffer.from(String(cell))
}

export function textOf(cell: ReadCell | undefined): string {
  return bytesOf(cell)?.toString() ?? ""
}

export function asBytes(column: string): string {
  return `CAST(${column} AS BLOB)`
}

/** A row, or a part of one, with its sum behind it. `key` is what it is found by; the sum covers it too. */
export interface Sealed<Row> {
  readonly columns: string
  /** The same to be read: one column, whatever the row has. */
  readonly selected: string
  readonly places: string
  cells(key: readonly Cell[], row: Row): readonly Cell[]
  /** `found` begins with what was selected. */
  read(key: readonly Cell[], found: readonly ReadCell[]): Row
}

export function sealed<Row>(what: string, sum: string, of: Shape<Row>): Sealed<Row> {
  const names = [...of.names, sum]
  return {
    columns: names.join(", "),
    selected: packed(names),
    places: names.map(() => "?").join(", "),
    cells(key, row) {
      const cells = of.cells(row)
      return [...cells, sumOf([...key, ...cells])]
    },
    read(key, [found]) {
      const cells = unpacked(bytesOf(found)?.toString("latin1") ?? "")
      const said = cells.pop()
      if (cells.length !== of.names.length || String(sumOfBytes([...key.map(encoded), ...cells])) !== said)
        throw new RowDamage(what)
      return of.row(cells)
    },
  }
}

/**
 * Columns as one: how many bytes each has, nothing for null, a semicolon, and the bytes. Every column that the binding hands
 * over by itself costs more than all of this.
 */
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

/** It has a code as SQLite's own have, and is told like them. */
class RowDamage extends Error {
  readonly code = "SQLITE_CORRUPT_ROW"
  constructor(what: string) {
    super(`a row of ${what} is not what was written`)
  }
}
