import fs from "node:fs"
import path from "node:path"
import { type Problem, problem, problemAt } from "../../skill/problem.ts"

/** What keeps a walk inside: links may not lead out of these directories. */
export interface Fence {
  /** Real paths; nothing outside of them is read. */
  readonly roots: readonly string[]
  readonly gate?: Gate | undefined
}

/** What may be read outside all the same, by its real path. */
export interface Gate {
  mayRead(file: string): boolean
  mayEnter(folder: string): boolean
  /** What a person can do to have it read; undefined when nothing. */
  fix(link: string, real: string): string | undefined
}

/** A fence around directories that exist; undefined paths and those that do not exist hold nothing anyway. */
export function fenceAround(folders: readonly string[], gate?: Gate): Fence {
  return { roots: folders.filter((folder) => fs.existsSync(folder)).map((folder) => fs.realpathSync(folder)), gate }
}

export function mayRead(fence: Fence | undefined, file: string): boolean {
  return fence === undefined || isInside(fence, file) || fence.gate?.mayRead(file) === true
}

export function mayEnter(fence: Fence | undefined, folder: string): boolean {
  return fence === undefined || isInside(fence, folder) || fence.gate?.mayEnter(folder) === true
}

/** A link that leads out, with both ends. Nothing behind it was read. */
export function linkLeaves(fence: Fence | undefined, link: string, real: string): Problem {
  const outside = fence?.roots.length === 0 ? "" : ` outside ${fence?.roots.join(" and ")}`
  const message = `the link ${link} leads to ${real},${outside}; it was not followed`
  const fix = fence?.gate?.fix(link, real) ?? "put the file itself in the place of the link"
  return problemAt(link, problem("source.link-leaves", {}, { message, fix }))
}

export function isBelow(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`)
}

function isInside(fence: Fence, real: string): boolean {
  return fence.roots.some((root) => isBelow(root, real))
}
