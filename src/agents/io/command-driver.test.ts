import os from "node:os"
import { expect, test } from "vitest"
import type { AgentRequest } from "../agent-driver.ts"
import { openSearchPath, runningNode } from "../../system/programs/find-program.ts"
import { openCommandDriver } from "./command-driver.ts"

test("an answer that no other agent may give is refused from a program too, and its cost is counted", async () => {
  const program = 'console.log(JSON.stringify({ text: "x".repeat(17 * 2 ** 20), usage: { money: 2 } }))'
  const driver = openCommandDriver({
    program: [runningNode(), "-e", program],
    search: openSearchPath({ env: process.env, projects: [] }),
    env: process.env,
    milliseconds: 60_000,
    priceUsage: () => 0,
  })
  const request = { prompt: "", cwd: os.tmpdir() } as AgentRequest
  await expect(driver.ask(request, new AbortController().signal)).rejects.toMatchObject({
    code: "agent.too-long",
    retry: "no",
    usage: { money: 2 },
  })
})
