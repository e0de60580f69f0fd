import type { Problem } from "../problem/problem.ts"
import { type AllWorkflows, type FoundWorkflow, findWorkflow, listWorkflows } from "../workflow/io/find-workflow.ts"
import type { LoadedFolder, LoadedWorkflow } from "../workflow/io/load-workflows.ts"
import { openNamedWorkflow, openNamedWorkflows } from "../workflow/io/open-named-workflow.ts"
import type { Quote } from "../workflow/quote/quote-workflow.ts"
import type { Resources } from "./open-resources.ts"

/** The procedures of skills. A broken one is listed with its problems, and cannot be started. */
export interface SkilletWorkflows {
  list(): Promise<AllWorkflows>
  find(name: string): Promise<FoundWorkflow>
  /** By name, or by the path of its file or of the skill's directory. */
  open(what: string): Promise<LoadedWorkflow>
  /** Every workflow at a path, or the one of that name. */
  openAll(what: string): Promise<LoadedFolder>
  /** What a run would cost at least, probably and at most. */
  quote(workflow: LoadedWorkflow, params?: Readonly<Record<string, string>>): Promise<Quote>
  /** Renders every step at every boundary of its parameters, and returns what goes wrong. */
  tryRendering(workflow: LoadedWorkflow): Promise<readonly Problem[]>
}

export function openSkilletWorkflows(resources: Resources): SkilletWorkflows {
  return {
    list: async () => listWorkflows(await resources.session()),
    find: async (name) => findWorkflow(await resources.session(), name),
    open: async (what) => openNamedWorkflow(await resources.session(), what),
    openAll: async (what) => openNamedWorkflows(await resources.session(), what),
    quote: async (workflow, params = {}) =>
      (await import("../run/io/quote-named.ts")).quoteNamed(await resources.runs(), workflow, params),
    tryRendering: async (workflow) => (await import("../run/io/try-rendering.ts")).tryRendering(workflow),
  }
}
