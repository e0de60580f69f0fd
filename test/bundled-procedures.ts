import fs from "node:fs"
import path from "node:path"
import { loadComposite } from "../src/orchestrate/io/load-composite.ts"
import { type LoadedFolder, type LoadedWorkflow, loadWorkflows } from "../src/workflow/io/load-workflows.ts"

const root = path.resolve(import.meta.dirname, "..")

/** Every bundled skill with the workflows it has. */
export const bundledSkills: readonly ({ readonly name: string } & LoadedFolder)[] = fs
  .readdirSync(path.join(root, "skills"))
  .map((name) => ({
    name,
    ...loadWorkflows(
      {
        name,
        folder: path.join(root, "skills", name),
        conventions: path.join(root, "conventions"),
        allowedTools: [],
      },
      loadComposite,
    ),
  }))

/** Composite skills are continued by their own command; composite-paths.test.ts takes all their paths. */
export const isComposite = ({ workflow }: LoadedWorkflow) => workflow.steps[0]?.reportedBy !== undefined

export const bundledWorkflows: readonly LoadedWorkflow[] = bundledSkills.flatMap(({ workflows }) => workflows)
export const bundledProcedures: readonly LoadedWorkflow[] = bundledWorkflows.filter((one) => !isComposite(one))
