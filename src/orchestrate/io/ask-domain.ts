import { ADVANCE } from "../composite.ts"
import { CLASSIFIER, requireClassifier, failInsteadOfWaiting } from "../domain/domain-answer.ts"
import { isWaitingForDomain } from "../domain/domain-steps.ts"
import type { AgentDriver } from "../../agents/agent-driver.ts"
import { findRun } from "../../run/engine.ts"
import type { Run } from "../../run/model.ts"
import { openAgents } from "../../run/io/agents/open-agents.ts"
import { driveRun } from "../../run/io/drive-run.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import { openSession, type Session } from "../../catalog/io/session/open-session.ts"
import type { SkilletOptions } from "../../catalog/io/session/options.ts"

/** Asks the model that the settings name for the domain of a job, and returns the job's run afterwards. */
export async function askDomain(runs: Runs, id: string, options: SkilletOptions): Promise<Run> {
  const skillet = openSession(options)
  const driver = openClassifier(skillet, runs)
  await driveRun(skillet, runs, { run: id, driver, through: ADVANCE, until: (run) => !isWaitingForDomain(run) })
  return findRun(runs.engine, id)
}

/**
 * The model for the domain as a driver. If it cannot be asked, the question fails permanently, and nothing waits for
 * it.
 */
export function openClassifier(skillet: Session, runs: Runs): AgentDriver {
  return {
    name: CLASSIFIER,
    async ask(request, signal, heard) {
      try {
        const agent = requireClassifier((await skillet.settings()).agents)
        const driver = await openAgents(skillet, runs, { agent, env: skillet.options.env ?? process.env })
        return await driver.ask({ ...request, milliseconds: LONGEST }, signal, heard)
      } catch (error) {
        throw failInsteadOfWaiting(error)
      }
    },
  }
}

const LONGEST = 120_000
