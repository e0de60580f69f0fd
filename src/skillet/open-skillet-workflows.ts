import { SkilletError } from "../problem/failure.ts"
import type { Problem } from "../problem/problem.ts"
import type { LoadedFolder, LoadedWorkflow } from "../workflow/io/load-workflows.ts"
import type { Quote } from "../workflow/quote/quote-workflow.ts"
import {
  type AvailableWorkflow,
  type AvailableWorkflows,
  findAvailableWorkflow,
  listAvailableWorkflows,
  openAvailableWorkflows,
} from "./find-available-workflow.ts"
import type { Resources } from "./open-resources.ts"

/** The procedures of skills and modules. A broken one is listed with its problems, and cannot be started. */
export interface SkilletWorkflows {
  list(): Promise<AvailableWorkflows>
  find(name: string): Promise<AvailableWorkflow>
  /** By name, or by the path of its file or of the skill's directory. */
  open(what: string): Promise<LoadedWorkflow>
  /** Every workflow at a path, or the one of that name. */
  openAll(what: string): Promise<LoadedFolder>
  /** What is wrong with the modules of the user and the project that register workflows. It loads them. */
  moduleProblems(): Promise<readonly Problem[]>
  /** What a run would cost at least, probably and at most. */
  quote(workflow: LoadedWorkflow, params?: Readonly<Record<string, string>>): Promise<Quote>
  /** The gate commands that would be refused although the skill is approved, because no rule covers them. */
  checkCommands(workflow: LoadedWorkflow): Promise<readonly Problem[]>
  /** Renders every step at every boundary of its parameters, and returns what goes wrong. */
  tryRendering(workflow: LoadedWorkflow): Promise<readonly Problem[]>
}

export function openSkilletWorkflows(resources: Resources): Omit<SkilletWorkflows, "moduleProblems"> {
  return {
    list: () => listAvailableWorkflows(resources),
    find: (name) => findAvailableWorkflow(resources, name),
    open: (what) => openFirst(resources, what),
    openAll: (what) => openAvailableWorkflows(resources, what),
    quote: async (workflow, params = {}) =>
      (await import("../run/io/quote-named.ts")).quoteNamed(await resources.runs(), workflow, params),
    checkCommands: async (workflow) =>
      (await import("../run/io/check-gate-commands.ts")).checkGateCommands(await resources.session(), workflow),
    tryRendering: async (workflow) => (await import("../run/io/try-rendering.ts")).tryRendering(workflow),
  }
}

async function openFirst(resources: Resources, what: string): Promise<LoadedWorkflow> {
  const { workflows, problems } = await openAvailableWorkflows(resources, what)
  const [first] = workflows
  if (first !== undefined) return first
  const why = problems[0] === undefined ? "" : `: ${problems[0].message}`
  throw new SkilletError("workflow.not-read", `no workflow could be read from ${what}${why}`, {
    retry: "no",
    next: `skillet workflow check ${what} lists everything that is wrong`,
  })
}
