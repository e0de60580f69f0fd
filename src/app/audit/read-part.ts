import fs from "node:fs"
import { openSafely } from "../../adapters/files/read-safely.ts"

/** Some bytes of a file whose real path is known; a link put in its place is not followed. */
export function readPart(realPath: string, from: number, length: number): Buffer {
  const handle = openSafely(realPath)
  try {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, fs.readSync(handle, bytes, 0, length, from))
  } finally {
    fs.closeSync(handle)
  }
}
