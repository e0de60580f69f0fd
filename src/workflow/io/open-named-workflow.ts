import fs from "node:fs"
import path from "node:path"
import { findWorkflowFolder } from "./read-workflow-folder.ts"
import type { Problem } from "../../problem/problem.ts"
import { readSkill } from "../../skill/read-skill.ts"
import { locateConventions, findWorkflow } from "./find-workflow.ts"
import { readProjectConventions } from "./project-conventions.ts"
import { type LoadedWorkflow, loadWorkflows, type WorkflowSession } from "./load-workflows.ts"

/** Every workflow at a path, or the one of that name. */
export async function openNamedWorkflows(
  skillet: WorkflowSession,
  what: string,
): Promise<{ readonly workflows: readonly LoadedWorkflow[]; readonly problems: readonly Problem[] }> {
  const at = path.resolve(skillet.around.cwd, what)
  const stat = /[/.]/.test(what) ? fs.statSync(at, { throwIfNoEntry: false }) : undefined
  if (stat === undefined) return { workflows: [await findWorkflow(skillet, what)], problems: [] }
  const folder = stat.isDirectory() ? at : findWorkflowFolder(at)
  const loaded = loadWorkflows(
    {
      name: path.basename(folder),
      folder,
      conventions: locateConventions(skillet),
      project: () => readProjectConventions(skillet),
      allowedTools: readAllowedTools(path.join(folder, "SKILL.md")),
    },
    await skillet.composites(),
  )
  if (stat.isDirectory()) return loaded
  const real = fs.realpathSync(at)
  return {
    workflows: loaded.workflows.filter(({ file }) => file === real),
    problems: loaded.problems.filter(({ path: file }) => file === real),
  }
}

/** The rules that the skill at a path requests; none if it cannot be read. */
function readAllowedTools(file: string): readonly string[] {
  const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : ""
  const reading = readSkill(text)
  return "skill" in reading ? (reading.skill.header.allowedTools ?? []) : []
}
