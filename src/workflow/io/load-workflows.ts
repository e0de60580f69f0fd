import path from "node:path"
import type { ProjectConventions } from "./project-conventions.ts"
import { readWorkflowFolder, type WorkflowFolder } from "./read-workflow-folder.ts"
import { type Problem, placeProblem } from "../../problem/problem.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { checkWorkflow } from "../check/check-workflow.ts"
import { hashWorkflow } from "../hash-workflow.ts"
import { readWorkflow, type WorkflowReading } from "../reading/read-workflow.ts"
import { spellKeysAsYaml } from "../reading/yaml-keys.ts"
import { listAsked } from "../template.ts"
import type { Workflow } from "../workflow.ts"

/** Reads and checks every workflow in a skill's directory; each is pinned to the exact texts of those it starts. */
export function loadWorkflows(skill: LoadedWorkflowFolder, loadComposite: CompositeLoader): LoadedFolder {
  const composite = loadComposite(skill)
  const folder = readWorkflowFolder(skill.folder, skill.conventions, skill.project)
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
        problems: [
          ...reading.problems,
          ...checkLoaded(workflow, { reading, byName }),
          ...listIgnored(workflow, folder, reading),
        ],
      })),
    ],
  }
}

function withTools(workflow: Workflow, { allowedTools }: LoadedWorkflowFolder): Workflow {
  return allowedTools.length === 0 ? workflow : { ...workflow, allowedTools }
}

/** The texts of the project that this workflow would show, but that do not count. */
function listIgnored(
  { resources: used = {} }: Workflow,
  { ignored, resources }: WorkflowFolder,
  reading: WorkflowReading,
): readonly Problem[] {
  const isOneMissing = reading.problems.some(({ code }) => code === "workflow.missing-resource")
  return Object.entries(ignored).flatMap(([name, problem]) => {
    const mayBeMissing = isOneMissing && !Object.hasOwn(resources, name)
    return Object.hasOwn(used, name) || mayBeMissing ? [problem] : []
  })
}

function checkLoaded(
  workflow: Workflow,
  { reading, byName }: { readonly reading: WorkflowReading; readonly byName: ReadonlyMap<string, Workflow> },
): readonly Problem[] {
  const known = { workflows: new Set(byName.keys()), findParams: (name: string) => byName.get(name)?.params }
  return checkWorkflow(workflow, known).map(({ step, field, ...found }) => {
    const { path: file, line } = reading.locate(step, field)
    const message = spellKeysAsYaml(found.message)
    const fix = found.fix === undefined ? {} : { fix: spellKeysAsYaml(found.fix) }
    return placeProblem(file, { ...found, message, ...fix, line })
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

/** The composite in a skill's directory as a workflow; none if the directory has none. */
export type CompositeLoader = (skill: LoadedWorkflowFolder) => LoadedFolder

/** A session whose skills may have composites. What reads them is loaded when a workflow is. */
export interface WorkflowSession extends Session {
  readonly composites: () => Promise<CompositeLoader>
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

export interface LoadedFolder {
  readonly workflows: readonly LoadedWorkflow[]
  /** Problems that belong to no readable workflow. */
  readonly problems: readonly Problem[]
}

export interface LoadedWorkflowFolder {
  readonly name: string
  readonly folder: string
  /** The directory of the conventions that come with Skillet. */
  readonly conventions: string
  /** The conventions of the project. */
  readonly project?: () => ProjectConventions
  readonly allowedTools: readonly string[]
}
