import { describeSchema } from "../../workflow/describe-schema.ts"
import { outputOf } from "../../workflow/output-of.ts"
import type { Step, ValueSchema } from "../../workflow/workflow.ts"

/** What a step says of the shape of its output, for the reader who does the step itself. */
export function outputActions(step: Step): readonly string[] {
  const schema = step.kind === "do" && step.reportedBy === undefined ? outputOf(step) : undefined
  return schema === undefined ? [] : [sentence("Hand in", schema)]
}

/** The prompt of an agent with the shape its answer must have. */
export function shapedPrompt(step: Step, prompt: string): string {
  const isAnswered = (step.kind === "dispatch" || step.kind === "fanout") && step.reportedBy === undefined
  const schema = isAnswered ? outputOf(step) : undefined
  return schema === undefined ? prompt : `${prompt.trimEnd()}\n\n${sentence("Answer with", schema)}`
}

function sentence(verb: string, schema: ValueSchema): string {
  const alone = schema.type === "object" || schema.type === "array" ? " and no text around it" : ""
  return `${verb} ${describeSchema(schema)}${alone}. Anything else is refused.`
}
