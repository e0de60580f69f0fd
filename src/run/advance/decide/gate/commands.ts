import type { GateStep, Step, Workflow } from "../../../../workflow/workflow.ts"
import type { CommandAnswer } from "../../../model.ts"
import { type FilledPart, fillValues } from "../../../../policy/command/fill-values.ts"
import { cutTemplate, fillTemplate } from "../../../../workflow/template.ts"

/** The commands of a gate as they are written. */
export function commandsOf(step: GateStep): readonly string[] {
  return step.evidence.flatMap((one) => (one.kind === "command" ? [one.command] : []))
}

/** Whether a run of this workflow could run a command. Child workflows are not looked into: they may. */
export function mayRunCommands(workflow: Workflow): boolean {
  const isCommandGate = (step: Step) => step.kind === "gate" && commandsOf(step).length > 0
  return workflow.children !== undefined || workflow.steps.some(isCommandGate)
}

/** The item under which a gate's command is run, by its place among them. */
export function commandItem(at: number): string {
  return `command-${at + 1}`
}

/** By command, what came of it. A command that is empty once its places are filled in was never asked for. */
export function commandAnswers(
  step: GateStep,
  said: Readonly<Record<string, string>>,
): Readonly<Record<string, CommandAnswer>> {
  return Object.fromEntries(
    commandsOf(step).map((command, at) => {
      const text = said[commandItem(at)]
      return [command, text === undefined ? { kind: "none" } : (JSON.parse(text) as CommandAnswer)]
    }),
  )
}

/**
 * A gate's command with its places filled in. What is filled in is data: it stays one word, wherever the place is, is
 * never evaluated, and begins neither a command nor an option. Where that cannot be had, the command is one that says why
 * and that no shell can read. A command that is one parameter and nothing else is taken as it is: the person who started the run
 * chose it. An answer is not.
 */
export function fillCommand(command: string, lookup: (path: string) => unknown): string {
  const parts = cutTemplate(command.trim())
  const [only, ...more] = parts
  if (only === undefined || (more.length === 0 && only.kind === "text")) return command.trim()
  if (more.length === 0 && only.kind === "place" && only.path.startsWith("params.")) {
    return fillTemplate(command, lookup).trim()
  }
  const filled = fillValues(
    parts.map((part): FilledPart => {
      if (part.kind === "text") return part
      return { kind: "value", text: fillTemplate(`{{${part.path}}}`, lookup).trim() }
    }),
  )
  return "wrong" in filled ? refusedCommand(filled.wrong) : filled.command
}

/** A bracket that is never closed: whatever runs it, nothing runs. */
const REFUSED = "(refused: "

function refusedCommand(why: string): string {
  return REFUSED + why.replace(/[()]/g, "")
}

/** Why a command could not be filled in, when that is what it says. */
export function whyNotFilled(command: string): string | undefined {
  return command.startsWith(REFUSED) ? command.slice(REFUSED.length) : undefined
}
