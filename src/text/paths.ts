import path from "node:path"

/**
 * Whether a path is a folder itself or somewhere inside it. Both are absolute; `..` is resolved, and nothing on the disk
 * is asked.
 */
export function isBelow(folder: string, file: string): boolean {
  const way = path.relative(folder, file)
  return way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

/** A folder named by a variable, if it is named from the root: any other would lead into the workspace. */
export function absolute(folder: string | undefined): string | undefined {
  return folder !== undefined && path.isAbsolute(folder) ? folder : undefined
}
