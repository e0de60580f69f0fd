import type { AgentEvent } from "../../agents/agent-driver.ts"
import { type Agent, type AgentWork, chooseUsualRole, type Scope, type WorkReason } from "../model.ts"
import type { AgentChange } from "../store.ts"

/** How long a started process may take to report that it is running. */
export const START_MILLISECONDS = 30_000

export interface TurnFacts {
  readonly at: number
  /** Whether the process of a worker is known to have ended. */
  readonly isGone: (worker: string) => boolean
}

/** Whether a process works for an agent, or is just being started. */
export function isWorking({ status, work, updated }: Agent, { at, isGone }: TurnFacts): boolean {
  if (work === undefined) return false
  if (work.worker !== undefined) return !isGone(work.worker)
  return status === "running" && at - updated < START_MILLISECONDS
}

/** Its process ended without an answer. */
export function isDead(agent: Agent, now: TurnFacts): boolean {
  return agent.work !== undefined && agent.status === "running" && !isWorking(agent, now)
}

/** The next turn of an agent; undefined if it is already working. */
export function planNextTurn(agent: Agent, because: WorkReason, now: TurnFacts): AgentChange | undefined {
  if (agent.work === undefined || isWorking(agent, now)) return undefined
  const { work } = agent
  return { status: "running", work: { ...work, turn: work.turn + 1, because, worker: undefined }, updated: now.at }
}

/** A process takes the waiting turn; undefined if there is none. Only one process gets it. */
export function takeTurn({ status, work }: Agent, worker: string, at: number): AgentChange | undefined {
  if (work === undefined || work.worker !== undefined || status !== "running") return undefined
  return { work: { ...work, worker }, updated: at }
}

const received: Readonly<Record<AgentEvent["kind"], boolean>> = {
  session: false,
  notice: false,
  usage: false,
  thinking: true,
  message: true,
  tool_call: true,
  tool_result: true,
}

/** Whether an event shows that an agent has read its prompt. A session may begin, and its program die, before that. */
export function isReceipt({ kind }: AgentEvent): boolean {
  return received[kind]
}

/** The session that a host began for an agent, if the event says so. */
export function readSession(event: AgentEvent): string | undefined {
  return event.kind === "session" ? event.session : undefined
}

/** Whether a dead agent is started again: it gets no session, and a note on what it did. */
export function isRecovery({ because }: Pick<AgentWork, "because">): boolean {
  return because === "recovered"
}

/** Whether a turn still waits for the process that was started for it. */
export function isWaitingForProcess(agent: Agent | undefined, turn: number | undefined): boolean {
  return agent?.status === "running" && agent.work?.worker === undefined && agent.work?.turn === turn
}

/** People may start and stop agents, and so may an agent with the role `orchestrator` that was not spawned itself. */
export function maySpawn(self: string | undefined, agent: Pick<Agent, "role" | "work"> | undefined): boolean {
  if (self === undefined || self === "") return true
  return agent?.work === undefined && (agent?.role ?? chooseUsualRole(self)) === "orchestrator"
}

export type PromptPlan =
  | { readonly kind: "host" }
  | { readonly kind: "working" }
  | { readonly kind: "blocked"; readonly question: string }
  | { readonly kind: "elsewhere"; readonly cwd: string }
  | { readonly kind: "start" }

/**
 * How an agent gets a message: by being asked again, after its turn, after an answer, or from its host's next hook. If
 * its directory is now on another branch, it is asked when its branch is back.
 */
export function planPrompt(agent: Agent | undefined, now: TurnFacts, findScope: (cwd: string) => Scope): PromptPlan {
  if (agent?.work === undefined) return { kind: "host" }
  if (isWorking(agent, now)) return { kind: "working" }
  if (agent.question !== undefined) return { kind: "blocked", question: agent.question }
  const { cwd } = agent.work
  const { project, branch } = findScope(cwd)
  return project === agent.project && branch === agent.branch ? { kind: "start" } : { kind: "elsewhere", cwd }
}

/**
 * Whether a process waits for the answer to an agent's question. That process takes the answer; it is not delivered
 * otherwise.
 */
export function isAwaited({ waiter }: Agent, { isGone }: TurnFacts): boolean {
  return waiter !== undefined && !isGone(waiter)
}
