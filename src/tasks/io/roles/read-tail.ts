import fs from "node:fs"

/** The end of a file that grows without limit; empty if it cannot be read. */
export function readTail(file: string | undefined, most: number): string {
  if (file === undefined) return ""
  try {
    const handle = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
    try {
      const { size } = fs.fstatSync(handle)
      const buffer = Buffer.alloc(Math.min(size, most))
      fs.readSync(handle, buffer, 0, buffer.length, size - buffer.length)
      return buffer.toString("utf8")
    } finally {
      fs.closeSync(handle)
    }
  } catch (error) {
    if (error instanceof Error && "code" in error) return ""
    throw error
  }
}
