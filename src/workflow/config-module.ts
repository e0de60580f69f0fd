import type { Problem } from "../problem/problem.ts"
import type { CatalogSettings } from "../settings/settings.ts"
import type { ExportedWorkflow } from "./collect-workflows.ts"
import { moduleProblem } from "./module-problem.ts"

/** What is at the place of a project's module. */
export interface PlacedModule {
  readonly name: string
  readonly kind: "file" | "link" | "other"
}

export type ChosenModule =
  | { readonly kind: "none" }
  | { readonly kind: "chosen"; readonly name: string }
  | { readonly kind: "refused"; readonly name: string; readonly message: string; readonly fix: string }

/** The one module of a project. If it is unclear which one counts, none does. */
export function chooseConfigModule(placed: readonly PlacedModule[]): ChosenModule {
  const [first, ...more] = placed
  if (first === undefined) return { kind: "none" }
  const { name } = first
  if (more.length > 0) {
    const names = placed.map((one) => one.name).join(" and ")
    return { kind: "refused", name, message: `there are ${names}, so none was loaded`, fix: "keep one of them" }
  }
  if (first.kind === "file") return { kind: "chosen", name }
  const message = `it is ${first.kind === "link" ? "a link" : "not a regular file"}, so it was not loaded`
  return { kind: "refused", name, message, fix: "put the file itself there: an approval cannot cover a link" }
}

/** Why the settings keep a project's code from running, even if it is approved. It cannot run in a sandbox. */
export function explainModuleLimits(
  settings: Pick<CatalogSettings, "shellOff" | "sandbox">,
): { readonly message: string; readonly fix: string } | undefined {
  const fix = "start its workflows on a machine whose settings allow it"
  if (settings.shellOff) return { message: "shell is off in the settings, so it was not loaded", fix }
  if (settings.sandbox === "required")
    return { message: "the settings require a sandbox, which a module cannot have, so it was not loaded", fix }
  return undefined
}

/** Workflows that are found by their name in an earlier module. Their runs continue. */
export function explainHiddenNames(workflows: readonly ExportedWorkflow[]): readonly Problem[] {
  return workflows.flatMap(({ workflow: { name }, file }, at) => {
    const first = workflows.findIndex((other) => other.workflow.name === name)
    const before = workflows[first]
    if (before === undefined || first === at) return []
    return moduleProblem(file, `its workflow ${name} cannot be started: ${before.file} has one of that name`, RENAME)
  })
}

const RENAME = "rename one of them"
