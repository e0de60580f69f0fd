import type {
  Address,
  Agent,
  HostSession,
  Message,
  MessageType,
  Pin,
  Scope,
  Task,
  TaskStatus,
  ToldPlace,
  WakeEvent,
  WakeEventKind,
  WakeReceiver,
  WakeUp,
} from "./model.ts"
import type { TaskPlace } from "./task-place.ts"
import type { PlaceMark } from "./told-places.ts"

/**
 * Where tasks, messages, agents and pins are stored.
 *
 * 1. Every function that writes is one transaction. Once it has returned, the change survives a crash.
 * 2. A message with a key that was posted before is the same message.
 * 3. An agent, each session of its host and each sub-agent have at most one recorded wake-up that is not confirmed. Only
 *    one process holds it at a time.
 * 4. The messages of an agent are delivered by one wake-up at a time, and never by that of a sub-agent.
 * 5. Messages count as seen when the wake-up is confirmed, and never before.
 */
export interface WakeStore extends TaskStore, BranchStore, MessageStore, AgentStore, SessionStore, PinStore {
  events(scope: Scope, after?: number): Promise<readonly WakeEvent[]>
  /** The newest events of an agent, oldest first. */
  agentEvents(address: Address, filter?: AgentEventFilter): Promise<readonly WakeEvent[]>
  note(scope: Scope, event: NewEvent): Promise<void>
  close(): Promise<void>
}

export interface AgentEventFilter {
  /** Only events after this one. */
  readonly after?: number | undefined
  readonly most?: number | undefined
}

export interface NewEvent {
  readonly kind: WakeEventKind
  readonly agent?: string | undefined
  readonly at: number
  readonly data: unknown
}

export interface NewTask extends Pick<Task, "title" | "status"> {
  readonly assignee?: string | undefined
  readonly skills?: readonly string[] | undefined
  readonly planFile?: string | undefined
  readonly notes?: string | undefined
  readonly run?: string | undefined
  readonly children?: readonly NewTask[] | undefined
}

export interface TaskChange {
  readonly title?: string | undefined
  readonly status?: TaskStatus | undefined
  /** Empty for nobody. */
  readonly assignee?: string | undefined
  readonly skills?: readonly string[] | undefined
  /** Appended to the existing notes. */
  readonly note?: string | undefined
  /** Empty for none. */
  readonly run?: string | undefined
}

/** changed; or why not: no such task, a status that cannot follow, open children. */
export type TaskResult =
  | { readonly kind: "changed"; readonly task: Task }
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly why: string }

export interface TaskStore {
  /** Adds trees of tasks below a parent, after its other children; undefined if the parent does not exist. */
  addTasks(
    scope: Scope,
    tasks: readonly NewTask[],
    how: { readonly parent?: string | undefined; readonly at: number },
  ): Promise<readonly Task[] | undefined>
  task(scope: Scope, id: string): Promise<Task | undefined>
  /** Ids with this beginning. */
  taskIds(scope: Scope, begin: string): Promise<readonly string[]>
  /** Depth first; the roots, or a task with everything below it. */
  tasks(
    scope: Scope,
    how?: { readonly below?: string | undefined; readonly most?: number | undefined },
  ): Promise<readonly Task[]>
  changeTask(
    scope: Scope,
    id: string,
    change: TaskChange & { readonly at: number; readonly withChildren?: boolean },
  ): Promise<TaskResult>
  /** How many were deleted with it; 0 if it does not exist. */
  deleteTask(scope: Scope, id: string, at: number): Promise<number>
  /**
   * The position of an agent among the tasks of `owner`; without one, that of the whole project. A task of `assignee`
   * (default: the owner) counts before it is started, if no other was.
   */
  place(scope: Scope, owner: string | undefined, assignee?: string): Promise<TaskPlace>
}

export interface BranchStore {
  /** The other branches of the project that have open tasks, and how many. */
  otherBranches(scope: Scope): Promise<readonly { readonly branch: string; readonly open: number }[]>
  /** Moves the open trees of another branch here, after the ones that are here. Returns their roots. */
  moveTasks(scope: Scope, from: string): Promise<readonly Task[]>
}

export interface NewMessage extends Scope {
  readonly from: string
  /** Default `message`. */
  readonly type?: MessageType | undefined
  readonly requiresHuman?: boolean | undefined
  readonly text: string
  readonly at: number
  readonly mentions: readonly Address[]
  /** The same key means the same message. */
  readonly key: string
}

export interface MessageStore {
  post(message: NewMessage): Promise<{ readonly message: Message; readonly isNew: boolean }>
  /** Oldest first, the newest `most` of them. */
  messages(
    scope: Scope,
    how?: { readonly to?: string | undefined; readonly most?: number | undefined },
  ): Promise<readonly Message[]>
  /** Full paths of projects that have messages or agents. */
  projects(): Promise<readonly string[]>
}

export interface WakeWanted extends Address, WakeReceiver {
  readonly trigger: string
  readonly full: boolean
  /** Do nothing if there is nothing new. */
  readonly onlyNews?: boolean | undefined
  /** The position in its tasks, if that can be news. */
  readonly place?: PlaceMark | undefined
  readonly at: number
  /** Who holds it, and until when. */
  readonly holder: string
  readonly until: number
}

export type WakeBegun =
  | {
      readonly kind: "recorded"
      readonly wake: WakeUp
      readonly agent: Agent
      /** Addressed to it and not delivered, oldest first. */
      readonly newMessages: readonly Message[]
      /** How many more there are, older than those. */
      readonly older: number
      /** The last ten of the branch before those, oldest first; only of a full one. */
      readonly recent: readonly Message[]
      /** What this context was last told about its tasks. */
      readonly told?: ToldPlace | undefined
    }
  | { readonly kind: "delivered" }
  | { readonly kind: "nothing" }
  /** Another process delivers to the same receiver; `isSame` if for the same trigger. */
  | { readonly kind: "busy"; readonly until: number; readonly isSame: boolean }

export type AgentChange = Partial<Omit<Agent, keyof Address | "seen">> & { readonly updated: number }

export interface AgentStore {
  agent(address: Address): Promise<Agent | undefined>
  agents(scope: Scope): Promise<readonly Agent[]>
  /** The agent that works in a session of a host. */
  agentOfSession(session: string): Promise<Agent | undefined>
  /** Creates it, or changes what is given. */
  putAgent(address: Address, change: AgentChange): Promise<Agent>
  /** Registers an agent for an MCP client. One that exists stays as it is. */
  registerAgent(address: Address, how: { readonly client: string; readonly at: number }): Promise<Agent>
  /** Changes an agent as `decide` says, in one transaction; undefined if there is none, or nothing is to change. */
  changeAgent(address: Address, decide: (agent: Agent) => AgentChange | undefined): Promise<Agent | undefined>
  beginWake(wanted: WakeWanted): Promise<WakeBegun>
  /** False if it was confirmed before, or another process holds it. */
  confirmWake(wake: number, how: WakeConfirmed): Promise<boolean>
}

export interface WakeConfirmed {
  readonly holder: string
  readonly at: number
  /** The position in its tasks that was delivered. */
  readonly place?: Omit<ToldPlace, "session"> | undefined
}

export interface SessionStore {
  session(session: string): Promise<HostSession | undefined>
  /** Records what `decide` says about a session, in one transaction; what it leaves out stays as it is. */
  changeSession(session: string, decide: (known: HostSession | undefined) => SessionChange | undefined): Promise<void>
}

export type SessionChange = Omit<HostSession, "session" | "told">

export interface PinStore {
  pins(address: Address): Promise<readonly Pin[]>
  /** Replaces an older pin of the same skill. */
  pin(pin: Pin, content: PinContent): Promise<void>
  /** What is stored under a digest. */
  pinned(digest: string): Promise<PinContent | undefined>
  release(
    address: Address,
    how: { readonly skill?: string | undefined; readonly task?: string | undefined },
  ): Promise<number>
}

export interface PinContent {
  readonly body: string
  /** The compiled pieces, as JSON, and by which version of the compiler. */
  readonly compiled: string
}
