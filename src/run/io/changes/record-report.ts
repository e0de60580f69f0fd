import type { AgentDriver } from "../../../agents/agent-driver.ts"
import { hasEnded } from "../../run-result.ts"
import { findRun } from "../../engine.ts"
import { NO_ITEM, type Run } from "../../model.ts"
import { type GateCommands, resolveItem, type StepReport } from "../../take-report.ts"
import type { Runs } from "../open-runs.ts"
import { endChanges, recordChanges } from "./record-changes.ts"

type Env = Readonly<Record<string, string | undefined>>

/** Records what changed until a report, before the commands of a gate that follows it may change more. */
export async function openReportRecording({ engine }: Pick<Runs, "engine">, report: StepReport, env: Env) {
  const run = await findRun(engine, report.run)
  const item = resolveItem({ run, workflow: await engine.definitions.find(run.definition) }, report)
  let isRecorded = false
  async function record(): Promise<void> {
    if (!isRecorded) await recordChanges(env, { run: run.id, ...item }, "report")
    isRecorded = true
  }
  return {
    around(gates: GateCommands): GateCommands {
      return async (gated) => {
        await record()
        const hasRun = await gates(gated)
        if (hasRun) await recordGate(env, gated)
        return hasRun
      }
    },
    async end(): Promise<void> {
      await record()
      await endIfOver({ engine }, run, env)
    },
  }
}

async function recordGate(env: Env, { id, step, round }: Run): Promise<void> {
  await recordChanges(env, { run: id, step, round, item: NO_ITEM }, "gate")
}

/** A driver that records what changed until an agent that may write had answered. */
export function withChanges(driver: AgentDriver, env: Env): AgentDriver {
  return {
    ...driver,
    async ask(request, signal, heard) {
      const answer = await driver.ask(request, signal, heard)
      if (request.access === "write") await recordChanges(env, request.key, "agent")
      return answer
    },
  }
}

/** What moments were compared with is needed no longer once the whole tree has ended. */
export async function endIfOver(
  { engine }: Pick<Runs, "engine">,
  { root }: Pick<Run, "root">,
  env: Env,
): Promise<void> {
  if (hasEnded(await findRun(engine, root))) endChanges(env, root)
}
