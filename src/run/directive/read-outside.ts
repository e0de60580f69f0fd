import { fromAnywhere } from "./commands.ts"
import type { Directive } from "./directive.ts"

/** The same directive for a reader outside the project: every command in it names the project's directory. */
export function readOutside(directive: Directive): Directive {
  const { directory } = directive
  if (directory === undefined) return directive
  const placed = (command: string) => fromAnywhere(command, directory)
  return {
    ...directive,
    isOutside: true,
    outcomes: directive.outcomes.map((one) => ({ ...one, command: placed(one.command) })),
    dispatches: directive.dispatches.map(({ command, report, ...dispatch }) => ({
      ...dispatch,
      ...(command === undefined ? {} : { command: placed(command) }),
      ...(report === undefined ? {} : { report: placed(report) }),
    })),
    questions: directive.questions.map((one) => ({ ...one, command: placed(one.command) })),
    ...(directive.after === undefined ? {} : { after: placed(directive.after) }),
  }
}
