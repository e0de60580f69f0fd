import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { workerName } from "../../../adapters/sqlite/leases/worker.ts"
import type { AgentAnswer } from "../../../ports/agent-driver.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { nextTurn, takeTurn } from "../../../wake/agents/agent-work.ts"
import { driverRoles, turnReasons } from "../../../wake/agents/turn-texts.ts"
import type { Agent, AgentWork } from "../../../wake/model.ts"
import { recoveryNote } from "../../../wake/recovery-note.ts"
import { type DriverName, openAgents } from "../../agents/open-agents.ts"
import type { Skillet } from "../../open-skillet.ts"
import type { Runs } from "../../runs/open-runs.ts"
import type { Wake } from "../open-wake.ts"
import { wakeAgent } from "../wake-agent.ts"
import { logOf, turnKey } from "./agent-log.ts"
import { endWork } from "./end-work.ts"
import { workNow } from "./find-agent.ts"

export interface Working {
  readonly wake: Wake
  readonly skillet: Skillet
  readonly runs: Runs
  readonly signal: AbortSignal
  readonly told: (sentence: string) => void
}

type Worker = Agent & { readonly work: AgentWork }

/** Agents that answer each other must come to an end. */
const MOST_TURNS = 10

/**
 * Does the work of a spawned agent in this process.
 *
 * 1. One process takes a turn; a second one finds none.
 * 2. The prompt is the packet of a wake-up. It is confirmed when the driver is asked.
 * 3. The answer is a message to the agent that spawned it, posted once for a turn.
 * 4. Messages that came meanwhile are the next turn. When there are none, the process ends.
 * 5. A process that is ended changes nothing: the one that ends it says so, and one that died is found by the next look.
 */
export async function workAgent(working: Working, name: string): Promise<boolean> {
  const { wake } = working
  const address = { ...wake.scope, agent: name }
  const worker = workerName(`agent-${randomBytes(6).toString("hex")}`)
  let isOk = true
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const agent = await wake.store.changeAgent(address, (one) => takeTurn(one, worker, wake.now()))
    if (!isWorker(agent)) {
      if (turn > 0) return isOk
      throw nothingToDo(name)
    }
    isOk = await oneTurn(working, agent)
    if (!isOk || !(await hasNews(wake, name))) return isOk
    if ((await wake.store.changeAgent(address, (one) => nextTurn(one, "prompted", workNow(wake)))) === undefined)
      return isOk
  }
  return isOk
}

async function oneTurn(working: Working, agent: Worker): Promise<boolean> {
  const { wake, signal } = working
  try {
    const answer = await asked(working, agent)
    await endWork(wake, agent, { answer })
    return true
  } catch (error) {
    if (signal.aborted) return false
    await endWork(wake, agent, { error })
    return false
  }
}

async function asked({ wake, skillet, runs, signal, told }: Working, agent: Worker): Promise<AgentAnswer> {
  const { work, agent: name, role } = agent
  const env = { ...(wake.options.env ?? process.env), SKILLET_AGENT: name }
  const { program, worktrees } = work
  const remember = (session: string) =>
    void wake.store.changeAgent(agent, () => ({ session, updated: wake.now() })).catch(() => undefined)
  const driver = await openAgents(skillet, runs, {
    agent: work.kind as DriverName,
    program,
    worktrees,
    env,
    told,
    heard: (_request, event) => (event.kind === "session" ? remember(event.session) : undefined),
  })
  if (driver === undefined) throw nothingToDo(name)
  const session = work.because === "recovered" ? undefined : agent.session
  const request = {
    key: turnKey(name, work.turn),
    agent: driverRoles[role],
    role,
    tier: "mid",
    prompt: await promptFor(wake, agent, session),
    cwd: work.cwd,
    session,
  } as const
  return driver.ask(request, signal)
}

const BUDGET = 8000
const PAUSE = 200

/** What the agent is told. With a session it knows the rest; without one it is told everything. */
async function promptFor(wake: Wake, agent: Worker, session: string | undefined): Promise<string> {
  const { work, agent: name } = agent
  const woken = await wakeAgent(
    wake,
    {
      agent: { ...wake.scope, agent: name },
      trigger: `turn:${name}:${work.turn}`,
      full: session === undefined,
      because: turnReasons[work.because],
      budget: { tokens: BUDGET },
    },
    async () => undefined,
  )
  if (woken.kind === "busy") {
    await sleep(PAUSE)
    return promptFor(wake, agent, session)
  }
  if (woken.kind !== "told") throw nothingToDo(name)
  if (work.because !== "recovered") return woken.packet.text
  const { current } = await wake.store.place(wake.scope, name)
  const log = logOf(wake.options.env ?? process.env, name).flatMap(({ text }) => text ?? [])
  return `${woken.packet.text.trimEnd()}\n\n${recoveryNote(current, log)}\n`
}

async function hasNews({ store, scope }: Wake, name: string): Promise<boolean> {
  const agent = await store.agent({ ...scope, agent: name })
  const last = await store.messages(scope, { to: name, most: 20 })
  return agent?.question === undefined && last.some(({ id, from }) => id > (agent?.seen ?? 0) && from !== name)
}

function isWorker(agent: Agent | undefined): agent is Worker {
  return agent?.work !== undefined
}

function nothingToDo(name: string): SkilletError {
  return new SkilletError("agent.nothing-to-do", `@${name} has nothing to do, or another process does it`, {
    retry: "no",
    next: `skillet prompt ${name} "…" gives it something`,
  })
}
