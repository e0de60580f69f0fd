import { compareBytes } from "../../text/compare-bytes.ts"
import type { FileMode } from "../lock/lock-file.ts"

export interface PackedFile {
  readonly mode: FileMode
  readonly bytes: Uint8Array
}

const BLOCK = 512

/** A tar archive of files whose bytes depend on nothing but their paths, modes and contents: no times, no owners. */
export function writeTar(files: ReadonlyMap<string, PackedFile>): Uint8Array {
  const sorted = [...files].sort(([a], [b]) => compareBytes(a, b))
  const parts = sorted.flatMap(([path, { mode, bytes }]) => [
    ...writeLongName(path),
    ...writeEntry({ path, mode, bytes, type: "0" }),
  ])
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}

/** A name that does not fit into a header gets a header of its own, in the form of pax. */
function writeLongName(path: string): readonly Uint8Array[] {
  if (Buffer.byteLength(path) <= 100) return []
  const rest = ` path=${path}\n`
  let length = Buffer.byteLength(rest) + 1
  while (String(length).length + Buffer.byteLength(rest) !== length) length++
  return writeEntry({ path: "pax", mode: "644", bytes: Buffer.from(`${length}${rest}`), type: "x" })
}

interface Entry extends PackedFile {
  readonly path: string
  readonly type: "0" | "x"
}

function writeEntry({ path, mode, bytes, type }: Entry): readonly Uint8Array[] {
  const head = Buffer.alloc(BLOCK)
  head.write(cutToBytes(path, 100), 0, "utf8")
  head.write(`0000${mode}\0`, 100, "latin1")
  head.write("0000000\0", 108, "latin1")
  head.write("0000000\0", 116, "latin1")
  head.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124, "latin1")
  head.write("00000000000\0", 136, "latin1")
  head.write(type, 156, "latin1")
  head.write("ustar\x0000", 257, "latin1")
  head.fill(0x20, 148, 156)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1")
  return [head, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]
}

function cutToBytes(text: string, most: number): string {
  let cut = text
  while (Buffer.byteLength(cut) > most) cut = cut.slice(0, -1)
  return cut
}
