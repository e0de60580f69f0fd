import type { Runs } from "../run/io/open-runs.ts"
import type { Wake } from "../tasks/io/open-wake.ts"
import type { WorkflowSession } from "../workflow/io/load-workflows.ts"
import type { Workflow } from "../workflow/workflow.ts"
import { makeRunParts } from "./make-run-parts.ts"
import type { OpenOptions } from "./options.ts"

/** What the verbs work on. Each is opened when a verb first needs it, and once. */
export interface Places {
  readonly options: OpenOptions
  readonly env: NonNullable<OpenOptions["env"]>
  /** The directory of the agent that follows directives. */
  readonly reader: string
  /** The skills and settings of the directory. */
  session(): Promise<WorkflowSession>
  runs(): Promise<Runs>
  /** The tasks, messages and agents of the project. */
  wake(): Promise<Wake>
  /** The workflows with functions that were given, or that the user's settings name. */
  workflows(): Promise<readonly Workflow[]>
  /** From now on, runs of this workflow continue here. */
  register(workflow: Workflow): void
  /** Closes whatever was opened. */
  close(): Promise<void>
}

export function openPlaces(options: OpenOptions, own?: WorkflowSession): Places {
  const registered = new Set<Workflow>(options.workflows ?? [])
  const listRegistered = async () => [...registered, ...(await (modules ??= loadModules()))]
  const parts = makeRunParts(listRegistered)
  const { program, reader, onProblem, store, now } = options
  let modules: Promise<readonly Workflow[]> | undefined
  let session: Promise<WorkflowSession> | undefined
  let runs: Promise<Runs> | undefined
  let wake: Promise<Wake> | undefined

  async function loadModules(): Promise<readonly Workflow[]> {
    const { loadWorkflowModules } = await import("./load-workflow-modules.ts")
    const { workflows, problems } = await loadWorkflowModules(await (session ??= openOwnSession()))
    for (const problem of problems) onProblem?.(problem)
    return workflows
  }
  async function openOwnSession(): Promise<WorkflowSession> {
    return own ?? (await import("./open-workflow-session.ts")).openWorkflowSession(options)
  }
  async function openOwnRuns(): Promise<Runs> {
    const { openRuns } = await import("../run/io/open-runs.ts")
    return openRuns(options, { program, onProblem, parts, ...(store && { store }), ...(now && { now }) })
  }
  async function openOwnWake(): Promise<Wake> {
    return (await import("../tasks/io/open-wake.ts")).openWake(options, { program, reader, now, parts })
  }

  return {
    options,
    env: options.env ?? process.env,
    reader: options.reader ?? options.cwd ?? process.cwd(),
    session: () => (session ??= openOwnSession()),
    runs: () => (runs ??= openOwnRuns()),
    wake: () => (wake ??= openOwnWake()),
    workflows: listRegistered,
    register: (workflow) => void registered.add(workflow),
    async close() {
      const opened = [wake, runs, session]
      wake = undefined
      runs = undefined
      session = undefined
      for (const one of opened) await (await one)?.close()
    },
  }
}
