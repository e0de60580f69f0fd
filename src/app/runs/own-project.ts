import fs from "node:fs"
import { currentCommand, fromAnywhere } from "../../run/directive/commands.ts"
import type { Run } from "../../run/model.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { Runs } from "./open-runs.ts"

/** Gate commands run only in the project of their run: what they find anywhere else proves nothing about it. */
export function refuseElsewhere(
  { project }: Pick<Runs, "project">,
  run: Pick<Run, "id" | "project" | "program" | "directory">,
): void {
  const { directory } = run
  if (run.project !== project)
    throw new SkilletError(
      "run.other-project",
      `run ${run.id} belongs to ${run.project}: its gate commands do not run from another project`,
      {
        retry: "no",
        next: `everything that was reported is kept; continue with: ${directory === undefined ? `skillet run current ${run.id} in that project` : fromAnywhere(currentCommand(run), directory)}`,
      },
    )
  if (directory !== undefined && fs.statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new SkilletError("run.directory-missing", `run ${run.id} was started in ${directory}, which is not there`, {
      retry: "no",
      next: `restore the directory, or continue here with a copy of the run: skillet run fork ${run.id}`,
    })
}
