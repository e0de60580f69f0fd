import fs from "node:fs"
import { UsageError } from "../../../parsing/usage-error.ts"

const MOST_BYTES = 64 * 1024 * 1024
const PIECE = 1024 * 1024

/** The text of a file or a pipe. It is read piece by piece, because nobody knows how much a pipe will give. */
export function readAtMost(descriptor: number, name: string, most = MOST_BYTES): string {
  const pieces: Buffer[] = []
  for (let size = 0; ; ) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE, most + 1))
    const read = readPiece(descriptor, piece)
    if (read === 0) return Buffer.concat(pieces).toString("utf8")
    size += read
    if (size > most)
      throw new UsageError(`--output: ${name} is larger than ${most / PIECE} MiB`, "hand in a shorter output")
    pieces.push(piece.subarray(0, read))
  }
}

/** A pipe without anything in it yet, that does not wait, is asked again; an end may be an error on Windows. */
function readPiece(descriptor: number, piece: Buffer): number {
  for (;;)
    try {
      return fs.readSync(descriptor, piece)
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined
      if (code === "EOF") return 0
      if (code !== "EAGAIN") throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
}
