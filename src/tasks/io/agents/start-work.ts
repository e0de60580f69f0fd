import fs from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { startDetached } from "../../../system/programs/start-detached.ts"
import { runningNode } from "../../../system/programs/find-program.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { START_MILLISECONDS, isWaitingForProcess } from "../../agents/agent-turns.ts"
import { endTurn } from "../../agents/end-turn.ts"
import type { Agent } from "../../model.ts"
import type { Wake } from "../open-wake.ts"
import type { Starter } from "./wake-spawned.ts"
import { locateLog } from "./agent-log.ts"

const PAUSE = 25

export function openStarter(wake: Wake, script: string): Starter {
  return (agent) => startWork(wake, agent, script)
}

/** Starts the background process that takes the waiting turn, and returns once it has taken it. */
export async function startWork(wake: Wake, agent: Agent, script: string): Promise<void> {
  const name = agent.agent
  const env = wake.options.env ?? process.env
  const cwd = agent.work?.cwd ?? wake.cwd
  const log = locateLog(env, name)
  const child = startDetached({
    program: [runningNode(), script, "agent", "work", name, "--cwd", cwd],
    cwd,
    // It is Skillet itself: what its agent gets is chosen there, by the driver.
    env: { ...env, SKILLET_AGENT: name },
    log,
  })
  const turn = agent.work?.turn
  const deadline = performance.now() + START_MILLISECONDS
  for (;;) {
    const ended = child.ended()
    const now = await wake.store.agent(agent)
    if (!isWaitingForProcess(now, turn)) return
    if (ended !== undefined) return refuse(wake, agent, `${ended}${lastLine(log)}`)
    if (performance.now() > deadline) return refuse(wake, agent, "it did not start in time")
    await sleep(PAUSE)
  }
}

async function refuse(wake: Wake, agent: Agent, why: string): Promise<never> {
  await wake.store.changeAgent(agent, (one) =>
    one.work?.worker === undefined ? endTurn(one, "failed", wake.now()) : undefined,
  )
  const data = { turn: agent.work?.turn, why }
  await wake.store.note(agent, { kind: "agent_failed", agent: agent.agent, at: wake.now(), data })
  throw new SkilletError("agent.not-started", `the process of @${agent.agent} did not start: ${why}`, {
    retry: "later",
    next: `skillet agent recover ${agent.agent} tries again`,
  })
}

function lastLine(log: string): string {
  const line = fs.readFileSync(log, "utf8").trimEnd().split("\n").at(-1) ?? ""
  return line === "" ? "" : `: ${line.slice(0, 500)}`
}
