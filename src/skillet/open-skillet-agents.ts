import type { ShownLine } from "../run/io/agents/list-asked-agents.ts"
import type { AgentState } from "../run/io/agents/describe-agent-state.ts"
import type { PersonAsked } from "../tasks/io/agents/ask-person.ts"
import type { Killed } from "../tasks/io/agents/kill-agent.ts"
import type { SaidTo } from "../tasks/io/agents/post-and-prompt.ts"
import type { PromptedAgent, Prompting } from "../tasks/io/agents/prompt-agent.ts"
import type { Recovered } from "../tasks/io/agents/recover-agent.ts"
import type { Spawned, SpawnWanted } from "../tasks/io/agents/spawn-agent.ts"
import type { Asker, AskerWoken } from "../tasks/io/agents/wake-asker.ts"
import type { QuestionState } from "../tasks/agents/question.ts"
import type { Posting } from "../tasks/io/post-message.ts"
import type { AgentHistoryEvent } from "../tasks/io/agents/read-agent-events.ts"
import type { AgentEventFilter } from "../tasks/store.ts"
import type { Agent } from "../tasks/model.ts"
import type { Resources } from "./open-resources.ts"

/** Agents that work in the background. `script` is always the script that starts Skillet again. */
export interface SkilletAgents {
  list(): Promise<readonly Agent[]>
  find(agent: string): Promise<Agent>
  /** Registers an agent for an MCP client. One that exists stays as it is. */
  register(agent: string, client: string): Promise<Agent>
  /** What an agent is doing; undefined if it has not begun. */
  state(agent: string): Promise<AgentState | undefined>
  spawn(wanted: SpawnWanted): Promise<Spawned>
  kill(agent: string, how?: { readonly force?: boolean | undefined }): Promise<Killed>
  recover(agent: string, script: string): Promise<Recovered>
  /** Gives an agent a message and a turn. */
  prompt(prompting: Prompting): Promise<PromptedAgent>
  /** Posts a message and wakes the agents it mentions. */
  say(message: Posting, script: string): Promise<SaidTo>
  /** Asks a person on behalf of an agent. Returns the id of the run. */
  ask(asked: PersonAsked): Promise<string>
  awaitAnswer(agent: string, run: string): Promise<QuestionState>
  /** If a run was an agent's question and is over, wakes the agent. */
  wakeAsker(run: string, how: AskerWaking): Promise<AskerWoken | undefined>
  /** Who asked, if a run is an agent's question; for `wakeAsker`, before the answer is given. */
  findAsker(run: string): Promise<Asker | undefined>
  log(agent: string): Promise<readonly ShownLine[]>
  /** What an agent's program printed, each line as JSON; empty for an API, and for turns whose output was pruned. */
  rawLog(agent: string): Promise<readonly string[]>
  /** What is new in the log for a reader. */
  news(agent: string, reader: string): Promise<readonly ShownLine[]>
  /** When an agent was woken, which skills were chosen for it and why, and what it did; the newest, oldest first. */
  events(agent: string, filter?: AgentEventFilter): Promise<readonly AgentHistoryEvent[]>
  /** Does the work of an agent in this process. False if it failed. */
  work(agent: string, how: AgentWorking): Promise<boolean>
}

export interface AskerWaking {
  readonly script: string
  readonly before?: Asker | undefined
}

export interface AgentWorking {
  readonly signal: AbortSignal
  readonly told: (sentence: string) => void
}

export function openSkilletAgents(resources: Resources): SkilletAgents {
  const { env, wake } = resources
  const loadLog = () => import("../tasks/io/agents/agent-log.ts")
  return {
    list: async () => (await import("../tasks/io/agents/find-agent.ts")).findAgents(await wake()),
    find: async (agent) => (await import("../tasks/io/agents/find-agent.ts")).findAgent(await wake(), agent),
    async register(agent, client) {
      const { store, scope, now } = await wake()
      return store.registerAgent({ ...scope, agent }, { client, at: now() })
    },
    state: async (agent) => (await loadLog()).readAgentState(env, agent),
    async spawn(wanted) {
      const { spawnAgent } = await import("../tasks/io/agents/spawn-agent.ts")
      return spawnAgent(
        { wake: await wake(), skillet: await resources.session(), runs: await resources.runs() },
        wanted,
      )
    },
    kill: async (agent, { force } = {}) =>
      (await import("../tasks/io/agents/kill-agent.ts")).killAgent(await wake(), agent, force === true),
    recover: async (agent, script) =>
      (await import("../tasks/io/agents/recover-agent.ts")).recoverAgent(await wake(), agent, script),
    prompt: async (prompting) =>
      (await import("../tasks/io/agents/prompt-agent.ts")).promptAgent(await wake(), prompting),
    say: async (message, script) =>
      (await import("../tasks/io/agents/post-and-prompt.ts")).postAndPrompt(await wake(), message, script),
    ask: async (asked) =>
      (await import("../tasks/io/agents/ask-person.ts")).askPerson(await wake(), await resources.runs(), asked),
    awaitAnswer: async (agent, run) =>
      (await import("../tasks/io/agents/ask-person.ts")).awaitAnswer(await wake(), agent, run),
    async wakeAsker(id, how) {
      const { findRun } = await import("../run/engine.ts")
      const run = await findRun((await resources.runs()).engine, id)
      if (run.status === "running") return undefined
      const { wakeAsker } = await import("../tasks/io/agents/wake-asker.ts")
      return wakeAsker(run, resources.options, how)
    },
    async findAsker(id) {
      const known = await (await resources.runs()).engine.store.load({ run: id })
      if (known === undefined) return undefined
      const { findAsker } = await import("../tasks/io/agents/wake-asker.ts")
      return findAsker(known.run, resources.options)
    },
    log: async (agent) => (await loadLog()).readAgentLog(env, agent),
    rawLog: async (agent) => (await loadLog()).readRawAgentLog(env, agent),
    news: async (agent, reader) => (await loadLog()).readAgentNews(env, agent, reader),
    events: async (agent, filter = {}) =>
      (await import("../tasks/io/agents/read-agent-events.ts")).readAgentEvents(await wake(), agent, filter),
    async work(agent, { signal, told }) {
      const { openAgentDriver } = await import("../tasks/io/agents/open-agent-driver.ts")
      const { workAgent } = await import("../tasks/io/agents/work-agent.ts")
      const opened = { wake: await wake(), skillet: await resources.session(), runs: await resources.runs() }
      return workAgent({ wake: opened.wake, open: openAgentDriver({ ...opened, told }), signal }, agent)
    },
  }
}
