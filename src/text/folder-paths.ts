import path from "node:path"

/**
 * Whether a path is a directory or is inside it. Both are absolute; `..` is resolved, and the disk is not read.
 */
export function isBelow(folder: string, file: string): boolean {
  const way = path.relative(folder, file)
  return way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

/** A directory named by a variable, if its path is absolute. A relative one would lead into the workspace. */
export function requireAbsolute(folder: string | undefined): string | undefined {
  return folder !== undefined && path.isAbsolute(folder) ? folder : undefined
}
