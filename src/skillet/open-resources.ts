import type { Runs } from "../run/io/open-runs.ts"
import type { Wake } from "../tasks/io/open-wake.ts"
import type { Session } from "../catalog/io/session/open-session.ts"
import type { CompositeLoader, WorkflowSession } from "../workflow/io/load-workflows.ts"
import { hasConfigModule } from "../workflow/io/has-config-module.ts"
import type { ExportedWorkflows } from "../workflow/collect-workflows.ts"
import type { Workflow } from "../workflow/workflow.ts"
import type { OpenOptions } from "./options.ts"
import type { LoadedDefinitions } from "../run/engine.ts"
import { takeLossNote } from "./take-loss-note.ts"
import type { RunParts } from "../run/io/run-parts.ts"

/** What the verbs work on. Each is opened when a verb first needs it, and once. */
export interface Resources {
  readonly options: OpenOptions
  readonly env: NonNullable<OpenOptions["env"]>
  /** The directory of the agent that follows directives. */
  readonly reader: string
  /** The skills and settings of the directory. */
  session(): Promise<WorkflowSession>
  runs(): Promise<Runs>
  /** The tasks, messages and agents of the project. */
  wake(): Promise<Wake>
  /** The workflows with functions: those that were given, and those of modules of the user and the project. */
  workflows(): Promise<ExportedWorkflows>
  /** From now on, runs of this workflow continue here. */
  register(workflow: Workflow): void
  /** What to say, once, if the database is a new one although there had been one. */
  takeLossNote(): string | undefined
  /** Closes whatever was opened. */
  close(): Promise<void>
}

/** The place of a workflow that was given: an option of `openSkillet`. */
const GIVEN = "workflows"

export function openResources(options: OpenOptions, own?: WorkflowSession): Resources {
  const registered = new Set<Workflow>(options.workflows ?? [])
  const parts = makeRunParts(async () => {
    const { workflows, problems } = await listRegistered()
    return { workflows: workflows.map(({ workflow }) => workflow), problems }
  })
  const { program, reader, onProblem, store, now } = options
  let modules: Promise<ExportedWorkflows> | undefined
  let session: Promise<WorkflowSession> | undefined
  let runs: Promise<Runs> | undefined
  let wake: Promise<Wake> | undefined

  async function listRegistered(): Promise<ExportedWorkflows> {
    const loaded = await (modules ??= loadModules())
    if (registered.size === 0) return loaded
    const { collectWorkflows } = await import("../workflow/collect-workflows.ts")
    const given = collectWorkflows(GIVEN, [...registered])
    return {
      workflows: [...given.workflows, ...loaded.workflows],
      problems: [...given.problems, ...loaded.problems],
    }
  }
  async function loadModules(): Promise<ExportedWorkflows> {
    const opened = await (session ??= openOwnSession())
    const { workflows, workflowProblems } = await opened.settings()
    if (workflows.length === 0 && !hasConfigModule(opened.around.root))
      return { workflows: [], problems: workflowProblems }
    const { loadWorkflowModules } = await import("../workflow/io/load-workflow-modules.ts")
    return loadWorkflowModules(opened, options.onModules)
  }
  async function openOwnSession(): Promise<WorkflowSession> {
    return own ?? addComposites((await import("../catalog/io/session/open-session.ts")).openSession(options))
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
    takeLossNote: () => takeLossNote(options.env ?? process.env),
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

/** What is added to runs: the workflows with functions that are given, and what reviews and audits bring along. */
export function makeRunParts(given: () => Promise<LoadedDefinitions>): RunParts {
  return {
    async workflows() {
      const { workflows, problems } = await given()
      const { reviewWorkflow } = await import("../review/review-workflow.ts")
      const { auditWorkflow } = await import("../review/audit/audit-workflow.ts")
      return { workflows: [...workflows, reviewWorkflow, auditWorkflow], problems }
    },
    answerOffline: async (store, request) =>
      (await import("../review/answer-offline.ts")).answerOffline(store, request),
  }
}

/** A session that can also read composite skills. */
export function addComposites(session: Session): WorkflowSession {
  return { ...session, composites: loadComposites }
}

async function loadComposites(): Promise<CompositeLoader> {
  return (await import("../orchestrate/io/load-composite.ts")).loadComposite
}
