import { directTask } from "../../../orchestrate/io/show-task.ts"
import type { CompositeTask } from "../../../orchestrate/io/open-task.ts"
import type { Runs } from "../../../run/io/open-runs.ts"
import { renderTaskDirective } from "../../../orchestrate/state/task-directive.ts"
import type { Io } from "../../io.ts"
import { isWithin } from "../../../system/files/is-within.ts"

/** Prints what must be done next. Everything it prints is committed. A job that stopped without success is a "no". */
export async function printTask(
  task: CompositeTask,
  { runs, io, options }: { readonly runs: Runs; readonly io: Io; readonly options: { readonly json?: boolean } },
  more: Readonly<Record<string, unknown>> = {},
): Promise<0 | 1> {
  const directive = await directTask(runs, task, !isWithin(io.cwd, task.top))
  const text = renderTaskDirective(directive)
  if (options.json === true) io.json({ ...more, ...directive, text })
  else io.out(text)
  return directive.status === "halted" ? 1 : 0
}
