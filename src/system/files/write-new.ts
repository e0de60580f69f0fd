import fs from "node:fs"

/** Writes a file that does not exist yet. False if something is there, also a link: it stays as it is. */
export function writeNew(file: string, content: string | Uint8Array): boolean {
  return isFirst(() => fs.writeFileSync(file, content, { flag: "wx" }))
}

/** Makes a directory of which only one process can be the maker. False if it is there already. */
export function claimDirectory(directory: string, mode: number): boolean {
  return isFirst(() => fs.mkdirSync(directory, { mode }))
}

function isFirst(make: () => void): boolean {
  try {
    make()
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false
    throw error
  }
}
