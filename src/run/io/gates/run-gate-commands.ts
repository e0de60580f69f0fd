import { makeWorkerName } from "../../../system/database/worker.ts"
import type { AgentDriver } from "../../../agents/agent-driver.ts"
import type { DriveSettings, Driving } from "../../drive/drive-settings.ts"
import { workOnDispatch } from "../../drive/work-on-dispatch.ts"
import type { Run } from "../../model.ts"
import { openSession } from "../../../catalog/io/session/open-session.ts"
import type { SkilletOptions } from "../../../catalog/io/session/options.ts"
import { requireLimits } from "../../../catalog/io/session/open-runner.ts"
import { openGateWork } from "./gate-work.ts"
import { LEASE_MILLISECONDS, type Runs } from "../open-runs.ts"
import { setTimeout as sleep } from "node:timers/promises"

/** Runs every command that the gate of a run waits for. False if another process is running them. */
export async function runGateCommands(runs: Runs, run: Run, options: SkilletOptions): Promise<boolean> {
  await requireLimits(openSession(options))
  const how = howToRun(runs, options)
  let hasRun = false
  for (;;) {
    const { worker, leaseMilliseconds } = how
    const claimed = await runs.queue.claim({ worker, leaseMilliseconds, run: run.id, agents: ["shell"] })
    if (claimed === undefined) return hasRun
    await workOnDispatch(runs.engine, claimed, how)
    hasRun = true
  }
}

function howToRun(runs: Runs, options: SkilletOptions): Driving {
  return {
    unsettled: new Map(),
    queue: runs.queue,
    driver: nobody,
    forGate: openGateWork(openSession(options), runs.engine),
    worker: makeWorkerName("gate"),
    cwd: runs.cwd,
    atOnce: 1,
    leaseMilliseconds: LEASE_MILLISECONDS,
    signal: new AbortController().signal,
    ...timers,
  }
}

/** Only shell dispatches are claimed here, so no agent is ever asked. */
const nobody: AgentDriver = {
  name: "nobody",
  ask: async () => {
    throw new Error("no agent is asked here")
  },
}

/** How a driver waits, by the clock of the machine. */
export const timers: Pick<DriveSettings, "sleep" | "every"> = {
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  },
  every(milliseconds, act) {
    const timer = setInterval(act, milliseconds)
    return () => clearInterval(timer)
  },
}
