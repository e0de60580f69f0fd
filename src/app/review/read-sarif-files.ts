import path from "node:path"
import fs from "node:fs"
import { readSarif } from "../../claims/reading/sarif-answers.ts"
import type { ProgramClaims } from "../../review/review-data.ts"
import { badSarif } from "../../review/review-failures.ts"

const MOST_BYTES = 64 * 1024 * 1024

interface At {
  readonly cwd: string
  readonly root: string
}

/** Logs that somebody names. One that cannot be read stops the review: what it would have said is not nothing. */
export function readSarifFiles(files: readonly string[], { cwd, root }: At): ProgramClaims {
  const read = files.map((file) => {
    const log = readSarif(textOf(file, cwd), root)
    if ("why" in log) throw badSarif(file, log.why)
    return log
  })
  return { said: read.flatMap(({ said }) => said), notes: read.flatMap(({ notes }) => notes) }
}

function textOf(file: string, cwd: string): string {
  const found = fs.statSync(path.resolve(cwd, file), { throwIfNoEntry: false })
  if (found === undefined) throw badSarif(file, "it is not there")
  if (!found.isFile()) throw badSarif(file, "it is not a file")
  if (found.size > MOST_BYTES) throw badSarif(file, `it is larger than ${MOST_BYTES / 1024 / 1024} MB`)
  return fs.readFileSync(path.resolve(cwd, file), "utf8")
}
