import path from "node:path"
import { readCompositeFolder, readWorkflowFolder } from "./read-workflow-folder.ts"
import { compileComposite } from "../../orchestrate/composite-workflow.ts"
import { readComposite } from "../../orchestrate/reading/read-composite.ts"
import { hasError, type Problem, placeProblem } from "../../problem/problem.ts"
import { checkWorkflow } from "../check/check-workflow.ts"
import { hashWorkflow } from "../hash-workflow.ts"
import { readWorkflow, type WorkflowReading } from "../reading/read-workflow.ts"
import { listAsked } from "../template.ts"
import type { Workflow } from "../workflow.ts"

/** Reads and checks every workflow in a skill's directory; each is pinned to the exact texts of those it starts. */
export function loadWorkflows(skill: WorkflowSkill): LoadedFolder {
  const composite = loadComposite(skill)
  const folder = readWorkflowFolder(skill.folder, skill.conventions)
  const readings = folder.yamls.map(({ path: file, text }) => {
    const isMain = path.basename(file) === "workflow.yaml"
    const { steps, resources } = folder
    const named = isMain ? { name: skill.name } : {}
    return { file, reading: readWorkflow({ yaml: text, yamlPath: file, steps, resources, ...named }) }
  })
  const read = readings.flatMap(({ file, reading }) =>
    reading.workflow === undefined ? [] : [{ file, reading, workflow: withTools(reading.workflow, skill) }],
  )
  const byName = new Map(read.map(({ workflow }) => [workflow.name, workflow]))
  return {
    problems: [
      ...composite.problems,
      ...folder.problems,
      ...readings.flatMap(({ reading }) => (reading.workflow === undefined ? reading.problems : [])),
    ],
    workflows: [
      ...composite.workflows,
      ...read.map(({ file, reading, workflow }) => ({
        ...pinned(workflow, byName),
        file,
        problems: [...reading.problems, ...checkLoaded(workflow, { reading, byName })],
      })),
    ],
  }
}

function withTools(workflow: Workflow, { allowedTools }: WorkflowSkill): Workflow {
  return allowedTools.length === 0 ? workflow : { ...workflow, allowedTools }
}

function checkLoaded(
  workflow: Workflow,
  { reading, byName }: { readonly reading: WorkflowReading; readonly byName: ReadonlyMap<string, Workflow> },
): readonly Problem[] {
  const known = { workflows: new Set(byName.keys()), findParams: (name: string) => byName.get(name)?.params }
  return checkWorkflow(workflow, known).map(({ step, field, ...found }) => {
    const { path: file, line } = reading.locate(step, field)
    return placeProblem(file, { ...found, line })
  })
}

/** A workflow names the workflows it starts by hash. One that starts itself has no hash and is refused by the check. */
function pinned(
  workflow: Workflow,
  byName: ReadonlyMap<string, Workflow>,
  above: readonly string[] = [],
): { readonly workflow: Workflow; readonly children: readonly Workflow[] } {
  const names = [
    ...new Set(workflow.steps.flatMap((step) => listAsked(step).flatMap(({ asked }) => asked.workflow ?? []))),
  ]
  const below = names.flatMap((name) => {
    const child = byName.get(name)
    return child === undefined || above.includes(name) ? [] : [pinned(child, byName, [...above, workflow.name])]
  })
  if (below.length === 0) return { workflow, children: [] }
  const children = Object.fromEntries(below.map((child) => [child.workflow.name, hashWorkflow(child.workflow)]))
  const all = below.flatMap((child) => [child.workflow, ...child.children])
  return {
    workflow: { ...workflow, children },
    children: all.filter((one, at) => all.findIndex(({ name }) => name === one.name) === at),
  }
}

/** The composite in a skill's directory as a workflow, with the same checks; none if the directory has none. */
export function loadComposite({ name, folder, allowedTools }: WorkflowSkill): LoadedFolder {
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

/** A workflow in a skill's directory, ready to run if it has no errors. */
export interface LoadedWorkflow {
  readonly workflow: Workflow
  /** The workflows it starts, directly or indirectly. */
  readonly children: readonly Workflow[]
  readonly file: string
  /** With an error among them it must not be run. */
  readonly problems: readonly Problem[]
}

interface LoadedFolder {
  readonly workflows: readonly LoadedWorkflow[]
  /** Problems that belong to no readable workflow. */
  readonly problems: readonly Problem[]
}

interface WorkflowSkill {
  readonly name: string
  readonly folder: string
  readonly conventions: string
  readonly allowedTools: readonly string[]
}
