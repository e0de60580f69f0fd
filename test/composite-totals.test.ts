import path from "node:path"
import { expect, test } from "vitest"
import { withTranscripts } from "../src/run/io/agents/with-transcripts.ts"
import { driveJob } from "../src/orchestrate/io/drive-job.ts"
import { startJob } from "../src/orchestrate/io/start-job.ts"
import type { AgentDriver } from "../src/agents/agent-driver.ts"
import { findRun } from "../src/run/engine.ts"
import { type PhaseScript, phaseAgents, jobBench } from "./composite/job-bench.ts"

/** Agents that use ten tokens for each answer and record it. */
async function startPaidJob(script: PhaseScript = {}) {
  const bench = await jobBench()
  const agents = phaseAgents(script)
  const usage = { tokensIn: 8, tokensOut: 2, money: 0.5, milliseconds: 1 }
  const paid: AgentDriver = {
    name: "paid",
    ask: async (request, signal) => ({ ...(await agents.ask(request, signal)), usage }),
  }
  const driver = withTranscripts(paid, { folder: path.join(bench.project, "../transcripts"), now: Date.now })
  const how = { query: "a small sample", skill: "develop-command" }
  const { job } = await startJob(bench.skillet, bench.runs, how)
  const drive = (by: AgentDriver) => driveJob(bench.skillet, bench.runs, { jobId: job.jobId, driver: by, atOnce: 1 })
  const spent = async () => (await findRun(bench.runs.engine, job.jobId)).spent.tokens
  return { agents, driver, drive, spent }
}

test("the usage of a phase that was never verified counts as spent, with all its attempts", async () => {
  const { agents, driver, drive, spent } = await startPaidJob({ clarification: { text: () => "nothing of use" } })
  await drive(driver)
  expect([agents.asked, await spent()]).toEqual([["clarification/1", "clarification/1", "clarification/1"], 30])
})

test("killed after an agent finished, the resumed job does not ask it again and counts what it used", async () => {
  const { agents, driver, drive, spent } = await startPaidJob()
  const killed: AgentDriver = {
    ...driver,
    async ask(request, signal) {
      await driver.ask(request, signal)
      throw new Error("killed")
    },
  }
  await expect(drive(killed)).rejects.toThrow("killed")
  expect(await spent()).toBe(0)
  await drive(driver)
  expect(agents.asked).toEqual(["clarification/1", "generation/1", "validation/1"])
  expect(await spent()).toBe(30)
})
