import { setTimeout as sleep } from "node:timers/promises"
import type { AgentAnswer, AgentDriver, AgentEvent } from "../../../agents/agent-driver.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { isRecovery, readSession, isReceipt } from "../../agents/agent-turns.ts"
import { driverRoles, turnReasons } from "../../agents/turn-texts.ts"
import type { Agent, AgentWork } from "../../model.ts"
import { writeRecoveryNote } from "../../packet/write-recovery-note.ts"
import type { Wake } from "../open-wake.ts"
import { wakeAgent } from "../wake-agent.ts"
import { readAgentLog, makeTurnKey } from "./agent-log.ts"

export interface Working {
  readonly wake: Wake
  readonly signal: AbortSignal
  /** Opens the driver of an agent; undefined if it has none. */
  readonly open: (agent: Worker, heard: (event: AgentEvent) => void) => Promise<AgentDriver | undefined>
}

export type Worker = Agent & { readonly work: AgentWork }

const BUDGET = 8000
const PAUSE = 200
/** Longer than any turn. If the process dies, others notice and do not wait for this. */
const HOLD_MILLISECONDS = 24 * 60 * 60 * 1000

/**
 * Asks an agent once. The prompt is the packet of a wake-up. The wake-up is confirmed when the agent shows that it has
 * read the prompt: it thinks, writes a message, uses a tool or answers. Until then its messages count as not delivered.
 */
export async function askAgent(working: Working, agent: Worker): Promise<AgentAnswer> {
  const { wake, signal } = working
  const { work, agent: name, role } = agent
  const session = isRecovery(work) ? undefined : agent.session
  const { driver, reading } = await openDriver(working, agent)
  const asking: Promise<AgentAnswer>[] = []
  for (;;) {
    const woken = await wakeAgent(
      wake,
      {
        agent: { ...wake.scope, agent: name },
        trigger: `turn:${name}:${work.turn}`,
        full: session === undefined,
        because: turnReasons[work.because],
        budget: { tokens: BUDGET },
        holdMilliseconds: HOLD_MILLISECONDS,
      },
      async ({ text }) => {
        const prompt = await withRecovery(wake, agent, text)
        const key = makeTurnKey(name, work.turn)
        const request = { key, agent: driverRoles[role], role, tier: "mid", prompt, cwd: work.cwd, session } as const
        const answer = driver.ask(request, signal)
        asking.push(answer)
        await Promise.race([reading, answer])
      },
    )
    const [answer] = asking
    if (answer !== undefined) return answer
    if (woken.kind !== "busy") throw nothingToDoError(name)
    await sleep(PAUSE)
  }
}

/** The driver of an agent, and a promise of the moment when the agent shows that it has read its prompt. */
async function openDriver({ wake, open }: Working, agent: Worker) {
  const remember = (session: string) =>
    void wake.store.changeAgent(agent, () => ({ session, updated: wake.now() })).catch(() => undefined)
  let hasRead: () => void = () => undefined
  const reading = new Promise<void>((resolve) => {
    hasRead = resolve
  })
  const driver = await open(agent, (event) => {
    const session = readSession(event)
    if (session !== undefined) remember(session)
    if (isReceipt(event)) hasRead()
  })
  if (driver === undefined) throw nothingToDoError(agent.agent)
  return { driver, reading }
}

async function withRecovery(wake: Wake, { agent, work }: Worker, packet: string): Promise<string> {
  if (!isRecovery(work)) return packet
  const { current } = await wake.store.place(wake.scope, agent)
  const log = readAgentLog(wake.options.env ?? process.env, agent).flatMap(({ text }) => text ?? [])
  return `${packet.trimEnd()}\n\n${writeRecoveryNote(current, log)}\n`
}

export function nothingToDoError(name: string): SkilletError {
  return new SkilletError("agent.nothing-to-do", `@${name} has nothing to do, or another process is doing it`, {
    retry: "no",
    next: `skillet prompt ${name} "…" gives it something`,
  })
}
