import { directiveJson } from "../directive/directive-json.ts"
import { renderText } from "../directive/text/render-text.ts"
import { renderXml } from "../directive/xml/render-xml.ts"
import { previewDirective } from "../preview-directive.ts"
import { type Problem, placeProblem } from "../../problem/problem.ts"
import { workflowFileProblem } from "../../workflow/problems.ts"
import { listBoundaryInputs } from "../../workflow/params.ts"
import type { LoadedWorkflow } from "../../workflow/io/load-workflows.ts"

/**
 * Renders every step in every format for every boundary of its parameters; a step that cannot be rendered is a problem.
 */
export function tryRendering({ workflow, file }: LoadedWorkflow): readonly Problem[] {
  const problems: Problem[] = []
  for (const params of listBoundaryInputs(workflow.params)) {
    for (const step of workflow.steps) {
      try {
        const directive = previewDirective(workflow, step, { params, status: "pass" })
        renderXml(directive)
        renderText(directive)
        directiveJson(directive)
      } catch (error) {
        const message = `${step.id} cannot be shown with ${JSON.stringify(params).slice(0, 200)}: ${String(error)}`
        problems.push(
          placeProblem(
            file,
            workflowFileProblem(
              "workflow.unshowable",
              {},
              { message, fix: "please report it: this is a bug in Skillet" },
            ),
          ),
        )
      }
    }
  }
  return problems
}
