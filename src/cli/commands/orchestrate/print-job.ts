import { renderJobDirective, type JobDirective } from "../../../orchestrate/state/job-directive.ts"
import type { Io } from "../../output.ts"

/** Prints what must be done next. Everything it prints is committed. A job that stopped without success is a "no". */
export function printJob(
  directive: JobDirective,
  { io, options }: { readonly io: Io; readonly options: { readonly json?: boolean } },
  more: Readonly<Record<string, unknown>> = {},
): 0 | 1 {
  const text = renderJobDirective(directive)
  if (options.json === true) io.json({ ...more, ...directive, text })
  else io.out(text)
  return directive.status === "halted" ? 1 : 0
}
