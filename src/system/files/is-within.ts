import fs from "node:fs"
import { isBelow } from "../../text/folder-paths.ts"

/** Whether a directory is the same as another one or inside it. Both are compared by their real paths. */
export function isWithin(directory: string, holder: string): boolean {
  return isBelow(realPath(holder) ?? holder, realPath(directory) ?? directory)
}

/** Undefined if there is no such file. */
export function realPath(file: string): string | undefined {
  try {
    return fs.realpathSync(file)
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}
