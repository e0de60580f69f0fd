import type { FileProblem } from "../problem/problem.ts"
import type { HookEvent } from "../tasks/hooks/hook-event.ts"
import type { ImportedPlan } from "../tasks/io/change-tasks.ts"
import type { ClientWanted } from "../tasks/io/install-client.ts"
import type { HookInstall, HookWanted } from "../tasks/hooks/hook-install.ts"
import type { Posting } from "../tasks/io/post-message.ts"
import type { Enforced } from "../orchestrate/io/enforce-tool.ts"
import { runHook } from "../tasks/io/run-hook.ts"
import type { PreviewWanted } from "../tasks/io/preview-wake.ts"
import type { WakeRequest, Woken } from "../tasks/io/wake-agent.ts"
import type { Message, Pin, Scope, Task } from "../tasks/model.ts"
import type { NewTask, TaskChange } from "../tasks/store.ts"
import type { Packet } from "../tasks/wake-facts.ts"
import type { Resources } from "./open-resources.ts"

/** The tasks of the project and branch, the messages to their agents, and what an agent gets when it wakes up. */
export interface SkilletTasks {
  add(tasks: readonly NewTask[], parent?: string): Promise<readonly Task[]>
  /** Adds the tasks of a plan written in Markdown. */
  import(file: string, how?: Pick<NewTask, "assignee" | "skills">): Promise<ImportedPlan>
  list(filter?: { readonly below?: string | undefined; readonly most?: number | undefined }): Promise<readonly Task[]>
  /** A task by its id or the beginning of its id, with the tasks below it. */
  show(task: string): Promise<{ readonly task: Task; readonly below: readonly Task[] }>
  /** What is wrong with the skills that a task is to name. */
  checkSkills(skills: readonly string[]): Promise<readonly FileProblem[]>
  /** The task that is being done, those above it, and the one after it. */
  place(): Promise<CurrentPlace>
  change(task: string, change: TaskChange & { readonly withChildren?: boolean }): Promise<Task>
  /** Moves the open tasks of another branch to this one. Returns the top ones. */
  move(branch: string): Promise<readonly Task[]>
  delete(task: string): Promise<{ readonly task: Task; readonly deleted: number }>
  /** Posts a message to the agents it mentions, or to one. Under a key that was used before, only the same message. */
  post(message: Posting): Promise<Message>
  messages(filter?: {
    readonly to?: string | undefined
    readonly most?: number | undefined
  }): Promise<readonly Message[]>
  /** Wakes an agent: `deliver` gets the text for its model. What is not delivered comes with the next wake-up. */
  wake(request: WakeAsked, deliver: (packet: Packet) => Promise<void>): Promise<Woken>
  /** What an agent would get if it were woken now with everything. It changes nothing. */
  preview(wanted: PreviewWanted): Promise<Packet>
  /** Answers the hook of a host. */
  hook(event: HookEvent, deliver: (answer: string) => Promise<void>): Promise<Woken | undefined>
  /**
   * Answers a host before a tool is used: while a job is running, the main thread may only read and start agents. What
   * cannot be read counts as a running job; `unreadable` says why the event itself could not be read.
   */
  enforce(event: HookEvent, how?: { readonly unreadable?: string | undefined }): Promise<Enforced>
  /** The change that installs or removes our hooks; `applyHooks` makes it. */
  planHooks(wanted: HookWanted): Promise<HookInstall>
  applyHooks(plan: HookInstall): Promise<void>
  /** The change that puts our MCP server into the configuration of a client, or removes it; `applyHooks` makes it. */
  planClient(wanted: ClientWanted): Promise<HookInstall>
  pins(agent: string): Promise<readonly Pin[]>
  /** Pins a skill as it is now. Returns its text before and after. */
  updatePin(agent: string, skill: string, how?: { readonly dryRun?: boolean | undefined }): Promise<UpdatedPin>
  /** The project and branch whose tasks these are. */
  scope(): Promise<Scope>
}

export interface CurrentPlace {
  readonly current?: Task | undefined
  readonly above: readonly Task[]
  readonly next?: Task | undefined
}

export interface WakeAsked extends Omit<WakeRequest, "agent" | "started"> {
  readonly agent: string
  /** The session of a host in which the caller runs. The wake-up counts for it, if this agent works in it. */
  readonly callerSession?: string | undefined
}

export interface UpdatedPin {
  readonly before: string
  readonly after: string
}

export function openSkilletTasks(resources: Resources): SkilletTasks {
  const { wake } = resources
  const loadChanges = () => import("../tasks/io/change-tasks.ts")
  return {
    add: async (tasks, parent) => (await loadChanges()).addTasks(await wake(), tasks, parent),
    import: async (file, how = {}) => (await loadChanges()).importPlan(await wake(), file, how),
    async list({ below, most } = {}) {
      const opened = await wake()
      const top = below === undefined ? undefined : (await (await loadChanges()).findTask(opened, below)).id
      return opened.store.tasks(opened.scope, { below: top, most })
    },
    async show(id) {
      const opened = await wake()
      const task = await (await loadChanges()).findTask(opened, id)
      return { task, below: (await opened.store.tasks(opened.scope, { below: task.id })).slice(1) }
    },
    async checkSkills(skills) {
      if (skills.length === 0) return []
      const { checkTaskSkills } = await import("../tasks/io/check-task-skills.ts")
      return checkTaskSkills(await resources.session(), skills)
    },
    async place() {
      const { store, scope } = await wake()
      return store.place(scope, undefined)
    },
    change: async (id, change) => (await loadChanges()).changeTask(await wake(), id, change),
    async move(branch) {
      const { store, scope } = await wake()
      return branch === scope.branch ? [] : store.moveTasks(scope, branch)
    },
    delete: async (id) => (await loadChanges()).deleteTask(await wake(), id),
    post: async (message) =>
      (await (await import("../tasks/io/post-message.ts")).sayMessage(await wake(), message)).message,
    async messages({ to, most } = {}) {
      const { store, scope } = await wake()
      return store.messages(scope, { to, most })
    },
    wake: (asked, deliver) => wakeAsked(resources, asked, deliver),
    preview: async (wanted) => (await import("../tasks/io/preview-wake.ts")).previewWake(await wake(), wanted),
    hook: async (event, deliver) => runHook(await wake(), event, deliver),
    async enforce(event, { unreadable } = {}) {
      const { enforceTool } = await import("../orchestrate/io/enforce-tool.ts")
      return enforceTool(event, { open: resources.runs, env: resources.env, unreadable })
    },
    planHooks: async (wanted) => (await import("../tasks/io/install-hooks.ts")).planHooks(await wake(), wanted),
    planClient: async (wanted) => (await import("../tasks/io/install-client.ts")).planClient(await wake(), wanted),
    applyHooks: async (plan) => (await import("../tasks/io/install-hooks.ts")).applyHooks(plan),
    async pins(agent) {
      const { store, scope } = await wake()
      return store.pins({ ...scope, agent })
    },
    async updatePin(agent, skill, { dryRun } = {}) {
      const { updatePin } = await import("./update-pin.ts")
      return updatePin(resources, { agent, skill, isDryRun: dryRun === true })
    },
    scope: async () => (await wake()).scope,
  }
}

/** Wakes an agent. If it asked for that itself, its session is the one that is told. */
async function wakeAsked(
  resources: Resources,
  { callerSession, ...request }: WakeAsked,
  deliver: Parameters<SkilletTasks["wake"]>[1],
): ReturnType<SkilletTasks["wake"]> {
  const { wakeAgent } = await import("../tasks/io/wake-agent.ts")
  const opened = await resources.wake()
  const caller = callerSession === undefined ? undefined : await opened.store.session(callerSession)
  const session = request.session ?? (caller?.agent === request.agent ? caller.session : undefined)
  return wakeAgent(opened, { ...request, session, agent: { ...opened.scope, agent: request.agent } }, deliver)
}
