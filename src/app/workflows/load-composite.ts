import { readCompositeFolder } from "../../adapters/workflows/read-workflow-folder.ts"
import { compositeWorkflow } from "../../composite/composite-workflow.ts"
import { readComposite } from "../../composite/reading/read-composite.ts"
import { problemAt } from "../../problem/problem.ts"
import { checkWorkflow } from "../../workflow/check/check-workflow.ts"
import type { LoadedFolder, WorkflowSkill } from "./loaded-workflow.ts"

/** The composite of a skill's folder as a workflow, with the same checks. A folder without one has none. */
export function loadComposite({ name, folder, allowedTools }: WorkflowSkill): LoadedFolder {
  const found = readCompositeFolder(folder)
  if (found === undefined) return { workflows: [], problems: [] }
  const { path: file, text } = found.yaml
  const reading = readComposite({ yaml: text, yamlPath: file, name, texts: found.texts })
  const problems = [...found.problems, ...reading.problems]
  if (reading.composite === undefined) return { workflows: [], problems }
  const made = compositeWorkflow(reading.composite)
  const workflow = allowedTools.length === 0 ? made : { ...made, allowedTools }
  const phaseOf = (step: string | undefined) => workflow.steps.find(({ id }) => id === step)?.phase ?? ""
  // What follows from an error that was told already would only be told twice.
  const isSound = problems.every(({ level }) => level !== "error")
  const checked = (isSound ? checkWorkflow(workflow) : []).map(({ step, field: _field, ...one }) =>
    problemAt(file, { ...one, line: reading.lineOf(phaseOf(step)) }),
  )
  return { workflows: [{ workflow, children: [], file, problems: [...problems, ...checked] }], problems: [] }
}
