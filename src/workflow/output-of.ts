import type { Step, ValueSchema } from "./workflow.ts"

/** The shape that what is handed in for a step must have, if it declares one. */
export function outputOf(step: Step): ValueSchema | undefined {
  return step.kind === "do" || step.kind === "dispatch" || step.kind === "fanout" ? step.output : undefined
}

/** Whether the person or agent that does a step itself must hand something in with the report. */
export function needsOutput(step: Step): boolean {
  return step.kind === "do" && (step.outputRequired === true || step.output !== undefined)
}
