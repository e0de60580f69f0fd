import type { Step } from "../../../workflow/workflow.ts"
import type { Refusal } from "../../problems.ts"

/** Why nobody else reports a step that a command reports while it starts the run. */
export function describeInterruptedStart(
  run: string,
  { id, reportedBy = "" }: Pick<Step, "id" | "reportedBy">,
): Refusal {
  return {
    code: "run.start-interrupted",
    message: `run ${run} was interrupted while skillet ${reportedBy} was starting it: only that command reports ${id}`,
    next: `start it again with skillet ${reportedBy}; skillet run cancel ${run} removes this one from the open runs`,
  }
}
