import fs from "node:fs"
import { type Problem, placeProblem } from "../../../problem/problem.ts"
import { skillProblem } from "../../../skill/problems.ts"
import { isBelow } from "../../../text/folder-paths.ts"

/** The boundary of a walk: links may not lead out of these directories. */
export interface LinkBoundary {
  /** Real paths; nothing outside of them is read. */
  readonly roots: readonly string[]
  readonly exemptions?: Exemptions | undefined
}

/** Exceptions that may be read although they are outside, by real path. */
export interface Exemptions {
  mayRead(file: string): boolean
  mayEnter(folder: string): boolean
  /** What a person can do to have it read; undefined if nothing. */
  fix(link: string, real: string): string | undefined
}

/** A boundary around those directories that exist. */
export function drawBoundaryAround(folders: readonly string[], exemptions?: Exemptions): LinkBoundary {
  return {
    roots: folders.filter((folder) => fs.existsSync(folder)).map((folder) => fs.realpathSync(folder)),
    exemptions,
  }
}

export function mayRead(boundary: LinkBoundary | undefined, file: string): boolean {
  return boundary === undefined || isInside(boundary, file) || boundary.exemptions?.mayRead(file) === true
}

export function mayEnter(boundary: LinkBoundary | undefined, folder: string): boolean {
  return boundary === undefined || isInside(boundary, folder) || boundary.exemptions?.mayEnter(folder) === true
}

/** A link that leads out, with both ends. Its target was not read. */
export function linkLeavesProblem(boundary: LinkBoundary | undefined, link: string, real: string): Problem {
  const outside = boundary?.roots.length === 0 ? "" : ` outside ${boundary?.roots.join(" and ")}`
  const message = `the link ${link} points to ${real},${outside}; it was not followed`
  const fix = boundary?.exemptions?.fix(link, real) ?? "replace the link with the file itself"
  return placeProblem(link, skillProblem("source.link-leaves", {}, { message, fix }))
}

function isInside(boundary: LinkBoundary, real: string): boolean {
  return boundary.roots.some((root) => isBelow(root, real))
}
