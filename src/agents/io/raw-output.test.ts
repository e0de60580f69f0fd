import os from "node:os"
import { expect, test } from "vitest"
import type { AgentEvent, AgentRequest } from "../agent-driver.ts"
import type { KeepRaw } from "../raw-lines.ts"
import { openSearchPath, runningNode } from "../../system/programs/find-program.ts"
import { claudeCli } from "./cli/claude-cli.ts"
import { openCliDriver } from "./cli/cli-driver.ts"
import { openCommandDriver } from "./command-driver.ts"
import { hideSecretsInLine } from "./hide-secrets.ts"

const search = openSearchPath({ env: process.env, projects: [] })
const request: AgentRequest = {
  key: { run: "r-1", step: "turn", round: 1, item: "-" },
  agent: "explore",
  role: "",
  tier: "mid",
  prompt: "look",
  cwd: os.tmpdir(),
}
const SECRET = "sk-raw-0123456789"
const env = { PATH: process.env["PATH"], HOME: os.tmpdir(), ANTHROPIC_API_KEY: SECRET }

function keep(onLine: () => void = () => undefined) {
  const kept: (string | number)[] = []
  const keepRaw: KeepRaw = ({ key }, note) => {
    kept.push(key.run)
    note("opened")
    const add = (line: string) => {
      kept.push(line)
      onLine()
    }
    return { add, end: (dropped) => void kept.push(dropped) }
  }
  return { kept, keepRaw }
}

const printing = (lines: readonly string[], more = "") => [
  "-e",
  `process.stdout.write(${JSON.stringify(lines.join("\n"))});${more}`,
]

const result = { type: "result", subtype: "success", is_error: false, result: "Done.", session_id: "s" }
const lines = [
  '{"type":"unknown",  "new": true}',
  "a warning",
  "",
  `{"type":"system","key":"${SECRET}"}`,
  JSON.stringify(result),
]
const keptLines = [
  '{"type":"unknown",  "new": true}',
  "a warning",
  '{"type":"system","key":"[secret]"}',
  JSON.stringify(result),
]

function openCli(words: readonly string[], keepRaw: KeepRaw | undefined) {
  // Node takes the first argument that it does not know as its own, so the CLI's arguments come after `--`.
  return openCliDriver({
    cli: claudeCli,
    program: [runningNode(), ...words, "--"],
    search,
    env,
    emptyFolder: os.tmpdir(),
    milliseconds: 20_000,
    priceUsage: () => 0,
    keepRaw,
  })
}

test("every line of a CLI is kept, also those that mean nothing to Skillet, without secrets", async () => {
  const { kept, keepRaw } = keep()
  const events: AgentEvent[] = []
  const driver = openCli(printing(lines), keepRaw)
  const answer = await driver.ask(request, new AbortController().signal, (event) => void events.push(event))
  expect(answer.text).toBe("Done.")
  expect(kept).toEqual(["r-1", ...keptLines, 0])
  expect(events).toEqual([{ kind: "notice", text: "opened" }])
})

test("what a CLI printed before it was stopped is kept", async () => {
  const stop = new AbortController()
  const { kept, keepRaw } = keep(() => stop.abort(new Error("stopped")))
  const driver = openCli(printing(['{"a":1}', '{"b":2}'], "setInterval(() => undefined, 1000)"), keepRaw)
  await expect(driver.ask(request, stop.signal)).rejects.toThrow("stopped")
  expect(kept).toEqual(["r-1", '{"a":1}', '{"b":2}', 0])
})

test("every line of a program is kept, also if it gives no answer", async () => {
  const { kept, keepRaw } = keep()
  const driver = openCommandDriver({
    program: [runningNode(), ...printing(lines)],
    search,
    env,
    variables: ["ANTHROPIC_API_KEY"],
    milliseconds: 20_000,
    priceUsage: () => 0,
    keepRaw,
  })
  await expect(driver.ask(request, new AbortController().signal)).rejects.toMatchObject({ code: "agent.failed" })
  expect(kept).toEqual(["r-1", ...keptLines, 0])
})

test.each([
  ["as it is", 'key: pass/word"1', "key: [secret]"],
  ["escaped as usual", String.raw`{ "a": "pass/word\"1" }`, '{"a":"[secret]"}'],
  ["escaped in another way", String.raw`{ "a": "p\u0061ss\/word\"1" }`, '{"a":"[secret]"}'],
  ["in half a line of JSON", String.raw`{ "a": "pass/word\"1`, '{ "a": "[secret]'],
  ["not there", '{ "a": "password" }', '{ "a": "password" }'],
])("a secret in a line is hidden: %s", (_how, line, hidden) => {
  expect(hideSecretsInLine(line, ['pass/word"1'])).toBe(hidden)
})
