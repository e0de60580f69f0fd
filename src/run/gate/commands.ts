import type { GateStep } from "../../workflow/workflow.ts"
import type { CommandAnswer } from "./evidence.ts"

/** The commands of a gate as they are written. */
export function commandsOf(step: GateStep): readonly string[] {
  return step.evidence.flatMap((one) => (one.kind === "command" ? [one.command] : []))
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
