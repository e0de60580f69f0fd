import { writeCurrentCommand, addDirectory } from "./commands.ts"
import type { Directive } from "./directive.ts"
import { openDispatches } from "./routing.ts"

const MOST_NAMED = 5

/**
 * What the agent that started several others is told when one of them has answered. It has seen the step, so neither
 * the agents nor their commands are printed again: each answer ends with its command.
 */
export function waitForOthers(directive: Directive): Directive {
  const { run: id, program, directory, dispatches, questions, isOutside } = directive
  const open = openDispatches(directive)
  if (id === "" || directive.ended || questions.length > 0) return directive
  if (open.length === 0 || open.length === dispatches.length) return directive
  const named = open.slice(0, MOST_NAMED).map(({ item }) => item)
  const more = open.length > MOST_NAMED ? ` and ${open.length - MOST_NAMED} more` : ""
  const current = writeCurrentCommand({ id, program })
  const again = isOutside === true && directory !== undefined ? addDirectory(current, directory) : current
  const { gate: _gate, brief: _brief, review: _review, ...rest } = directive
  return {
    ...rest,
    actions: [
      [
        `Recorded: ${dispatches.length - open.length} of ${dispatches.length} agents have answered. Do not start any agent again.`,
        `Wait for ${named.join(", ")}${more}. When an agent has answered, run the command at the end of its answer.`,
        `If some were never started, or an answer has no command, this prints the step again: ${again}`,
      ].join("\n"),
    ],
    outcomes: [],
    dispatches: [],
    resources: {},
  }
}
