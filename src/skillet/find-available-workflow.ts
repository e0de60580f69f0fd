import path from "node:path"
import { SkilletError } from "../problem/failure.ts"
import { realPath } from "../system/files/is-within.ts"
import { findNearestNames } from "../text/find-nearest-names.ts"
import type { ExportedWorkflow } from "../workflow/collect-workflows.ts"
import { type AllWorkflows, type FoundWorkflow, findWorkflow, listWorkflows } from "../workflow/io/find-workflow.ts"
import type { LoadedFolder, LoadedWorkflow } from "../workflow/io/load-workflows.ts"
import { openNamedWorkflows } from "../workflow/io/open-named-workflow.ts"
import { moduleProblem } from "../workflow/module-problem.ts"
import type { Resources } from "./open-resources.ts"

/** A workflow of a skill, or without one of a module. */
export type AvailableWorkflow = LoadedWorkflow & Partial<Pick<FoundWorkflow, "skill">>

export interface AvailableWorkflows extends Pick<AllWorkflows, "problems"> {
  readonly workflows: readonly AvailableWorkflow[]
}

/** The workflows of all skills, then those of modules. */
export async function listAvailableWorkflows(resources: Resources): Promise<AvailableWorkflows> {
  const ofSkills = await listWorkflows(await resources.session())
  const { workflows, problems } = await resources.workflows()
  const named = new Map(ofSkills.workflows.map(({ workflow, skill }) => [workflow.name, skill]))
  const hidden = workflows.flatMap(({ workflow: { name }, file }) => {
    const skill = named.get(name)
    return skill === undefined
      ? []
      : moduleProblem(file, `its workflow ${name} cannot be started: skill ${skill.ref} has one`, "rename one of them")
  })
  return {
    workflows: [...ofSkills.workflows, ...workflows],
    problems: [...ofSkills.problems, ...problems, ...hidden],
  }
}

/** The workflow of that name. A module is loaded only if no skill has it. */
export async function findAvailableWorkflow(resources: Resources, name: string): Promise<AvailableWorkflow> {
  const session = await resources.session()
  return searchSkillsFirst(resources, name, () => findWorkflow(session, name))
}

/** Every workflow at a path, which may be that of a module, or the one of that name. */
export async function openAvailableWorkflows(resources: Resources, what: string): Promise<LoadedFolder> {
  const session = await resources.session()
  if (MODULE.test(what)) {
    const { workflows, problems } = await resources.workflows()
    const at = realPath(path.resolve(session.around.cwd, what))
    const isThere = (file: string) => at !== undefined && realPath(file) === at
    const there = {
      workflows: workflows.filter(({ file }) => isThere(file)),
      problems: problems.filter(({ path: file }) => isThere(file)),
    }
    if (there.workflows.length + there.problems.length > 0) return there
  }
  const found = await searchSkillsFirst(resources, what, () => openNamedWorkflows(session, what))
  return "workflow" in found ? { workflows: [found], problems: [] } : found
}

const MODULE = /\.[cm]?[jt]s$/

async function searchSkillsFirst<Found>(
  resources: Resources,
  name: string,
  search: () => Promise<Found>,
): Promise<Found | ExportedWorkflow> {
  try {
    return await search()
  } catch (error) {
    if (!(error instanceof SkilletError) || !(error.code === MISSING || error.code === BROKEN)) throw error
    const { workflows, problems } = await resources.workflows()
    const found = workflows.find(({ workflow }) => workflow.name === name || workflow.aliases?.includes(name) === true)
    if (found !== undefined) return found
    if (error.code === BROKEN) throw error
    const [first, ...more] = problems
    if (first === undefined) throw suggestNames(error, name, workflows)
    const others = more.length > 0 ? ` (and ${more.length} more; skillet doctor lists them)` : ""
    const message = `${error.message}, and a module is missing: ${first.path}: ${first.message}${others}`
    throw new SkilletError(MISSING, message, { retry: "no", next: first.fix ?? error.next, problems })
  }
}

const MISSING = "workflow.not-found"
const BROKEN = "workflow.not-read"

function suggestNames(error: SkilletError, name: string, workflows: readonly ExportedWorkflow[]): SkilletError {
  const near = findNearestNames(
    name,
    workflows.map(({ workflow }) => workflow.name),
  )
  if (near.length === 0) return error
  return new SkilletError(error.code, error.message, { retry: "no", next: `did you mean ${near.join(" or ")}?` })
}
