import fs from "node:fs"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type ModelServer, openModelServer } from "../agents/model-server.ts"
import { type ClientSession, realClients } from "./real-client.ts"
import { cli, count, openWakeBench, packetsIn, collectTexts } from "./wake-bench.ts"

const events = ["SessionStart", "UserPromptSubmit", "PreCompact", "SubagentStart"]
const COPIES = 10

describe.each(realClients)(
  "ten hooks for each event, in the project's and in the user's settings of $name",
  (client) => {
    const bench = openWakeBench(`${client.host}-twice`)
    const { home, skillet } = bench
    const calls = path.join(home, "calls.txt")
    let server: ModelServer
    let session: ClientSession

    beforeAll(async () => {
      server = await openModelServer({
        scripts: { spawn: client.startAgents([{ role: "implementer", prompt: "SAY: PART" }]) },
      })
      client.prepare(bench, server)
      client.defineAgent(bench, "implementer")
      const file = client.host === "claude" ? ".claude/settings.json" : ".codex/hooks.json"
      bench.put(file, writeHooks("user", calls))
      bench.put(`project/${file}`, writeHooks("project", calls))
      skillet("task", "add", "Add login endpoint", "--status", "active")
      session = client.open(bench, server)
    })
    afterAll(async () => {
      await session.end()
      await server.close()
      bench.remove()
    })

    test("no packet and no message is there twice: at the start, for a sub-agent, at a prompt and after a compaction", async () => {
      skillet("say", "@orchestrator use bcrypt", "--from", "ann")
      await session.say("SCENARIO: spawn")
      expect(countCalls("SessionStart")).toBe(2 * COPIES)
      expect(countCalls("SubagentStart")).toBe(2 * COPIES)
      const ofSub = server.asked.filter(({ prompt }) => prompt.endsWith("SAY: PART")).map(({ body }) => toText(body))
      expect(ofSub.map((text) => packetsIn(text, "a sub-agent starts"))).toEqual([1])
      expect([packetsIn(lastRequest(), "a new session"), count(lastRequest(), "use bcrypt")]).toEqual([1, 1])

      skillet("say", "@orchestrator the schema is merged", "--from", "ann")
      await session.say("SAY: ONE")
      expect([count(lastRequest(), "[Skillet wake-up"), count(lastRequest(), "the schema is merged")]).toEqual([2, 1])

      await session.compact()
      await session.say("SAY: TWO")
      expect(countCalls("PreCompact")).toBe(2 * COPIES)
      expect([count(lastRequest(), "[Skillet wake-up"), packetsIn(lastRequest(), "after compaction")]).toEqual([1, 1])
      await session.say("SAY: THREE")
      expect(count(lastRequest(), "[Skillet wake-up")).toBe(1)
    }, 240_000)

    function countCalls(event: string): number {
      return count(fs.readFileSync(calls, "utf8"), `${event}\n`)
    }

    function lastRequest(): string {
      return toText(server.asked.at(-1)?.body)
    }
  },
)

/** Each command is another one, because clients run equal ones only once. Each call is also noted in a file. */
function writeHooks(where: string, calls: string): string {
  const hooks = events.map((event) => {
    const own = Array.from({ length: COPIES }, (_, copy) => ({
      type: "command",
      command: `echo ${where} ${copy} ${event} >> ${calls}; ${process.execPath} ${cli} hook ${event}`,
    }))
    return [event, own.map((hook) => ({ hooks: [hook] }))] as const
  })
  return JSON.stringify({ hooks: Object.fromEntries(hooks) })
}

function toText(body: unknown): string {
  return collectTexts(body).join("\n")
}
