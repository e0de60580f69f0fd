import type { Run } from "../../run/model.ts"
import { SkilletError } from "../../skill/failure.ts"
import type { Runs } from "./open-runs.ts"

/** What a command finds in another project proves nothing of this one: gates run theirs only where the run belongs. */
export function refuseElsewhere({ project }: Pick<Runs, "project">, run: Pick<Run, "id" | "project">): void {
  if (run.project === project) return
  throw new SkilletError(
    "run.other-project",
    `run ${run.id} belongs to ${run.project}: its gates run no commands from here`,
    { retry: "no", next: `go there, then skillet run current ${run.id}; what was reported is kept` },
  )
}
