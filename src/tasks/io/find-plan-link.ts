import fs from "node:fs"
import path from "node:path"
import { isBelow } from "../../text/folder-paths.ts"

interface NamedPlan {
  readonly directory: string
  /** Absolute, or from the directory. */
  readonly named: string
  /** With all links resolved. */
  readonly real: string
}

/**
 * Where a plan leads if a link takes it out of the project; undefined if it may be read. A plan outside may be read by
 * the path that a person gave, as long as that is the file itself.
 */
export function findPlanLink({ directory, named, real }: NamedPlan): string | undefined {
  const at = path.resolve(directory, named)
  const root = fs.realpathSync(directory)
  if (isBelow(root, real)) return undefined
  const isInside = isBelow(directory, at) || isBelow(root, at)
  return isInside || fs.lstatSync(at).isSymbolicLink() ? real : undefined
}
