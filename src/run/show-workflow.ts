import { previewDirective } from "./preview-directive.ts"
import { measureSharedPrefix } from "./directive/shared-prefix.ts"
import { renderXml } from "./directive/xml/render-xml.ts"
import type { Step, Workflow } from "../workflow/workflow.ts"

/** The size of a step's text, and how much of its start it shares with the previous step. */
export interface StepSize {
  readonly step: string
  readonly bytes: number
  readonly sharedPrefix: number
}

export function measureSteps(workflow: Workflow): readonly StepSize[] {
  let before = ""
  return workflow.steps.map((step: Step) => {
    const text = renderXml(previewDirective(workflow, step))
    const size = { step: step.id, bytes: Buffer.byteLength(text), sharedPrefix: measureSharedPrefix(before, text) }
    before = text
    return size
  })
}
