import { expect, test } from "vitest"
import { noUsage } from "../add-usage.ts"
import type { AgentDriver, AgentRequest } from "../agent-driver.ts"
import { findShapeFaults } from "../../run/advance/decide/output-shape.ts"
import { withShapeCheck } from "./with-shape-check.ts"

const usage = { ...noUsage, tokensIn: 10 }
const schema = { type: "object", required: ["title"], properties: { title: { type: "string" } } } as const
const key = { run: "r", step: "s", round: 1, item: "-" }
const request: AgentRequest = { key, agent: "explore", role: "", tier: "mid", prompt: "look", cwd: "/", schema }

async function asked(said: readonly string[], more: Partial<AgentRequest> = {}) {
  const requests: AgentRequest[] = []
  const driver: AgentDriver = {
    name: "claude",
    async ask(one) {
      requests.push(one)
      return { text: said[requests.length - 1] ?? "", usage, session: "s-1" }
    },
  }
  const wrongWith = (text: string) => findShapeFaults(text, schema)
  const answer = await withShapeCheck(driver, { wrongWith })
    .ask({ ...request, ...more }, new AbortController().signal)
    .catch((error: unknown) => error)
  return { answer, requests }
}

test("an answer of the right shape passes, even inside a code fence; without a declared shape it is left as it is", async () => {
  expect((await asked(['{"title":"x"}'])).answer).toMatchObject({ text: '{"title":"x"}' })
  expect((await asked(['```json\n{"title":"x"}\n```'])).answer).toMatchObject({ text: '{"title":"x"}' })
  expect((await asked(["```json\n1\n```"], { schema: undefined })).answer).toMatchObject({ text: "```json\n1\n```" })
})

test("an agent may correct its answer once, in its own session, and both turns count", async () => {
  const { answer, requests } = await asked(["no JSON", '{"title":"x"}'])
  expect(answer).toMatchObject({ text: '{"title":"x"}', usage: { tokensIn: 20 } })
  expect(requests.map(({ session }) => session)).toEqual([undefined, "s-1"])
  expect(requests[1]?.prompt).toContain("- it is not JSON")
})

test("a second wrong answer is a failed attempt that was paid for", async () => {
  const { answer, requests } = await asked(["{}", '{"title":7}', '{"title":"late"}'])
  expect(answer).toMatchObject({ code: "agent.wrong-shape", retry: "later", usage: { tokensIn: 20 } })
  expect(requests.length).toBe(2)
})
