import fs from "node:fs"
import path from "node:path"

/** A place that is not a real directory, and what it is instead. */
export interface NoFolder {
  readonly at: string
  readonly why: "is a link" | "is not a directory"
}

/**
 * Makes each directory inside the previous one. A link among them could lead out of the project: nothing is made or
 * followed there, and the place is returned.
 */
export function makeFoldersBelow(root: string, names: readonly string[]): NoFolder | undefined {
  let at = root
  for (const name of names) {
    at = path.join(at, name)
    const wrong = findNoFolder(at)
    if (wrong !== undefined) return wrong
    if (!fs.existsSync(at)) fs.mkdirSync(at)
  }
  return undefined
}

/** The first of these directories, each inside the previous one, that is there and is not a real directory. */
export function findLinkBelow(root: string, names: readonly string[]): NoFolder | undefined {
  for (const at of names.map((_, index) => path.join(root, ...names.slice(0, index + 1)))) {
    const wrong = findNoFolder(at)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

function findNoFolder(at: string): NoFolder | undefined {
  const stat = fs.lstatSync(at, { throwIfNoEntry: false })
  if (stat === undefined || stat.isDirectory()) return undefined
  return { at, why: stat.isSymbolicLink() ? "is a link" : "is not a directory" }
}
