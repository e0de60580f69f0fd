import type { Session } from "../../catalog/io/session/open-session.ts"
import { joinPrograms } from "../programs/keep-results-in-scope.ts"
import type { ProgramName } from "../programs/program-rows.ts"
import type { Gathered } from "../review-data.ts"
import { findRepository } from "./find-scope.ts"
import { readSarifFiles } from "./read-sarif-files.ts"
import { runPrograms } from "./run-programs.ts"

/** What other programs found: from the logs that are named, and from the programs to run. */
export async function collectProgramResults(
  skillet: Session,
  asked: {
    readonly sarif: readonly string[]
    readonly names: readonly ProgramName[]
    readonly files: Gathered["files"]
  },
): Promise<ReturnType<typeof joinPrograms>> {
  const { cwd } = skillet.around
  const root = findRepository(cwd) ?? cwd
  const logs = readSarifFiles(asked.sarif, { cwd, root })
  return joinPrograms([logs, await runPrograms(skillet, { names: asked.names, root, files: asked.files })])
}
