import fs from "node:fs"
import path from "node:path"

/**
 * Creates a directory and its missing parents, one by one: where none can be created, as under /proc, Node's own
 * recursive version never returns.
 */
export function makeDirectory(directory: string, mode?: number): void {
  if (isDirectory(directory)) return
  const above = path.dirname(directory)
  if (above !== directory) makeDirectory(above, mode)
  try {
    fs.mkdirSync(directory, { mode })
  } catch (error) {
    // Another process may have been first.
    if (!isDirectory(directory)) throw error
  }
}

function isDirectory(place: string): boolean {
  return fs.existsSync(place) && fs.statSync(place).isDirectory()
}
