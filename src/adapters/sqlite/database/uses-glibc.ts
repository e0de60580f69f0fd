import fs from "node:fs"

const HEAD = 4096

/** A program names what loads it near its beginning. */
export function usesGlibc(): boolean {
  if (process.platform !== "linux") return false
  const file = fs.openSync(process.execPath, "r")
  try {
    const head = Buffer.alloc(HEAD)
    fs.readSync(file, head, 0, HEAD, 0)
    return head.includes("/ld-linux")
  } finally {
    fs.closeSync(file)
  }
}
