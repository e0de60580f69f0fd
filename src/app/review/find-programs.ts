import fs from "node:fs"
import path from "node:path"
import { findProgram } from "../../adapters/shell/find-program.ts"
import { reviewPrograms, type ReviewProgram } from "../../review/programs/program-rows.ts"

/** A program that `review --with` knows, and where it is on this machine or in this project. */
export interface FoundProgram {
  readonly program: ReviewProgram
  readonly at?: string | undefined
}

export function findPrograms(root: string): readonly FoundProgram[] {
  return reviewPrograms.map((program) => ({ program, at: locate(program, root) }))
}

function locate({ name, inProject }: ReviewProgram, root: string): string | undefined {
  const own = inProject === undefined ? undefined : path.join(root, inProject)
  if (own !== undefined && fs.existsSync(own)) return own
  return findProgram(name)
}
