import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { TOKENS } from "../../../../test/agents/answer.mjs"
import { openModelServer } from "../../../../test/agents/model-server.ts"
import { priceTokens } from "../price-tokens.ts"
import { anthropic } from "./anthropic.ts"
import { openApiDriver } from "./api-driver.ts"
import type { ApiProtocol } from "./api-protocol.ts"
import { openConversations } from "./conversations.ts"
import { openai } from "./openai.ts"

const rules = "A rule that every reviewer gets.\n".repeat(200)
const price = { input: 10, output: 50, cached: 1 }

async function asked(protocol: ApiProtocol) {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "api-"))
  const server = await openModelServer()
  onTestFinished(async () => {
    await server.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  const driver = openApiDriver({
    protocol,
    address: `http://127.0.0.1:${server.port}${protocol.name === "openai" ? "/v1" : ""}`,
    key: "sk-local-0123456789",
    model: "imitated",
    milliseconds: 20_000,
    tokens: 1000,
    conversations: openConversations(folder),
    priceUsage: (count) => priceTokens(count, price),
  })
  const ask = (item: string, prompt: string) =>
    driver.ask(
      {
        key: { run: "r", step: "look", round: 1, item },
        agent: "explore",
        role: "You read.",
        tier: "mid",
        prompt,
        cwd: "/",
      },
      new AbortController().signal,
    )
  const answers = [await ask("a", `${rules}SAY: one`), await ask("b", `${rules}SAY: two`), await ask("c", "SAY: three")]
  const contents = server.asked.map(({ body }) => (body["messages"] as readonly { content: unknown }[])[0]?.content)
  return { answers, contents }
}

test("the common beginning of a step's prompts is marked for the cache, and the prompt stays the same", async () => {
  const { contents, answers } = await asked(anthropic)
  expect(answers.map(({ text }) => text)).toEqual(["one", "two", "three"])
  expect(contents).toEqual([
    `${rules}SAY: one`,
    [
      { type: "text", text: rules, cache_control: { type: "ephemeral" } },
      { type: "text", text: "SAY: two" },
    ],
    "SAY: three",
  ])
})

test("if the server caches automatically, prompts are sent unchanged", async () => {
  expect((await asked(openai)).contents).toEqual([`${rules}SAY: one`, `${rules}SAY: two`, "SAY: three"])
})

test.each([anthropic, openai])("tokens read from the cache have the cache's price ($name)", async (protocol) => {
  const { answers } = await asked(protocol)
  const { tokensIn, tokensOut, tokensCached } = TOKENS
  const money = ((tokensIn - tokensCached) * 10 + tokensCached * 1 + tokensOut * 50) / 1e6
  expect(answers[0]?.usage).toMatchObject({ tokensIn, tokensOut, tokensCached })
  expect(answers[0]?.usage?.money).toBeCloseTo(money, 12)
})

test("tokens written to the cache cost a quarter more, and never exceed the tokens that were sent", () => {
  const usage = { tokensIn: 1000, tokensOut: 0, tokensCached: 400 }
  expect(priceTokens({ ...usage, tokensWritten: 100 }, price)).toBeCloseTo((500 * 10 + 100 * 12.5 + 400 * 1) / 1e6, 12)
  expect(priceTokens({ ...usage, tokensCached: 5000 }, price)).toBeCloseTo((1000 * 1) / 1e6, 12)
  expect(priceTokens(usage, { input: 10, output: 50 })).toBeCloseTo((1000 * 10) / 1e6, 12)
})
