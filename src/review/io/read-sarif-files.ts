import fs from "node:fs"
import path from "node:path"
import { readSarif } from "../claims/reading/read-sarif.ts"
import { joinPrograms } from "../programs/keep-results-in-scope.ts"
import type { ProgramClaims } from "../review-data.ts"
import { badSarif } from "../review-failures.ts"

const MOST_SARIF_BYTES = 64 * 1024 * 1024

interface At {
  readonly cwd: string
  readonly root: string
}

/** Logs that somebody names. If one cannot be read, the review stops, because its results would be missing. */
export function readSarifFiles(files: readonly string[], { cwd, root }: At): ProgramClaims {
  const read = files.map((file) => {
    const log = readSarif(readSarifText(file, cwd), root)
    if ("why" in log) throw badSarif(file, log.why)
    return log
  })
  return joinPrograms(read)
}

function readSarifText(file: string, cwd: string): string {
  const found = fs.statSync(path.resolve(cwd, file), { throwIfNoEntry: false })
  if (found === undefined) throw badSarif(file, "it does not exist")
  if (!found.isFile()) throw badSarif(file, "it is not a file")
  if (found.size > MOST_SARIF_BYTES) throw badSarif(file, `it is larger than ${MOST_SARIF_BYTES / 1024 / 1024} MB`)
  return fs.readFileSync(path.resolve(cwd, file), "utf8")
}
