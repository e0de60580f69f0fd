import fs from "node:fs"
import path from "node:path"
import { type LinkBoundary, linkLeavesProblem, mayEnter, mayRead } from "../sources/link-boundary.ts"
import type { Problem } from "../../../problem/problem.ts"
import { notOfAuthors } from "../../../skill/skill-form.ts"

const MOST_FOLDERS = 200

/** The links in a skill that point outside its project or plugin, each with both ends. */
export function checkLeavingLinks(folder: string, boundary: LinkBoundary | undefined): readonly Problem[] {
  if (boundary === undefined) return []
  const problems: Problem[] = []
  const open = [folder]
  for (let count = 0, at = open.shift(); at !== undefined && count < MOST_FOLDERS; count++, at = open.shift()) {
    for (const entry of fs.readdirSync(at, { withFileTypes: true })) {
      const file = path.join(at, entry.name)
      if (entry.isDirectory() && !notOfAuthors.includes(entry.name)) open.push(file)
      if (!entry.isSymbolicLink() || !fs.existsSync(file)) continue
      const real = fs.realpathSync(file)
      if (!mayRead(boundary, real) && !mayEnter(boundary, real)) problems.push(linkLeavesProblem(boundary, file, real))
    }
  }
  return problems
}
