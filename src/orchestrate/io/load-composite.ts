import { hasError, placeProblem } from "../../problem/problem.ts"
import { checkWorkflow } from "../../workflow/check/check-workflow.ts"
import type { LoadedFolder, LoadedWorkflowFolder } from "../../workflow/io/load-workflows.ts"
import { readCompositeFolder } from "../../workflow/io/read-workflow-folder.ts"
import { compileComposite } from "../composite-workflow.ts"
import { readComposite } from "../reading/read-composite.ts"

/** The composite in a skill's directory as a workflow, with the same checks; none if the directory has none. */
export function loadComposite({ name, folder, allowedTools }: LoadedWorkflowFolder): LoadedFolder {
  const found = readCompositeFolder(folder)
  if (found === undefined) return { workflows: [], problems: [] }
  const { path: file, text } = found.yaml
  const reading = readComposite({ yaml: text, yamlPath: file, name, texts: found.texts })
  const problems = [...found.problems, ...reading.problems]
  if (reading.composite === undefined) return { workflows: [], problems }
  const made = compileComposite(reading.composite)
  const workflow = allowedTools.length === 0 ? made : { ...made, allowedTools }
  const findPhase = (step: string | undefined) => workflow.steps.find(({ id }) => id === step)?.phase ?? ""
  // Errors that follow from an error already reported are not reported again.
  const checked = (hasError(problems) ? [] : checkWorkflow(workflow)).map(({ step, field: _field, ...one }) =>
    placeProblem(file, { ...one, line: reading.findPhaseLine(findPhase(step)) }),
  )
  return { workflows: [{ workflow, children: [], file, problems: [...problems, ...checked] }], problems: [] }
}
