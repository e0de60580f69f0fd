import { createRequire } from "node:module"
import path from "node:path"
import { requireLimits } from "../catalog/io/session/open-runner.ts"
import type { Session } from "../catalog/io/session/open-session.ts"
import { type Problem, placeProblem } from "../problem/problem.ts"
import { isWithin } from "../system/files/is-within.ts"
import { isMap } from "../text/is-map.ts"
import { workflowFileProblem } from "../workflow/problems.ts"
import type { Workflow } from "../workflow/workflow.ts"

export interface LoadedModules {
  readonly workflows: readonly Workflow[]
  readonly problems: readonly Problem[]
}

/**
 * The workflows that the modules in the user's settings export.
 *
 * 1. Only the user's own settings name modules. A module inside the current project is not loaded: anyone who works in the
 *    project could change it.
 * 2. While a limit of the user or the machine is unknown, nothing is loaded.
 * 3. A module that cannot be loaded is a problem, and the others count.
 */
export async function loadWorkflowModules(session: Session): Promise<LoadedModules> {
  const { workflows: written } = await session.settings()
  if (written.length === 0) return { workflows: [], problems: [] }
  await requireLimits(session)
  const home = session.options.env?.["HOME"] ?? process.env["HOME"] ?? ""
  const loaded = written.map((text) => loadModule(text.replace(/^~(?=\/)/, home), session))
  return {
    workflows: loaded.flatMap(({ workflows }) => workflows),
    problems: loaded.flatMap(({ problems }) => problems),
  }
}

function loadModule(file: string, { around }: Session): LoadedModules {
  if (isWithin(path.dirname(file), around.root) || isWithin(path.dirname(file), around.cwd))
    return refuse(file, "it is inside the current project, so it was not loaded", "move it outside the project")
  let exported: unknown
  try {
    exported = createRequire(file)(file)
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)
    return refuse(
      file,
      `it could not be loaded: ${why}`,
      "correct the module, or remove it from workflows in your settings",
    )
  }
  const workflows = isModule(exported) ? Object.values(exported).flat().filter(isWorkflow) : []
  if (workflows.length > 0) return { workflows, problems: [] }
  return refuse(file, "it exports no workflow", "export what defineWorkflow returns")
}

function isModule(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function"
}

/** Whether it is sound is checked when it is started. */
function isWorkflow(value: unknown): value is Workflow {
  return isMap(value) && typeof value["name"] === "string" && Array.isArray(value["steps"])
}

function refuse(file: string, message: string, fix: string): LoadedModules {
  const found = workflowFileProblem("workflow.module", {}, { message, fix })
  return { workflows: [], problems: [placeProblem(file, found)] }
}
