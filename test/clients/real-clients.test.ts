import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { agentClis } from "../../src/agents/io/cli/agent-clis.ts"
import { openCliDriver } from "../../src/agents/io/cli/cli-driver.ts"
import { nameProgram, openSearchPath } from "../../src/system/programs/find-program.ts"
import type { AgentRequest } from "../../src/agents/agent-driver.ts"
import { TOKENS } from "../agents/answer.mjs"
import { type ModelServer, openModelServer } from "../agents/model-server.ts"
import { directClient } from "./direct-client.ts"

/** Where `scripts/test-clients.mjs` installed the CLIs. */
const clients = process.env["SKILLET_CLIENTS"] ?? ""
const home = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "clients-"))
const project = path.join(home, "project")
let server: ModelServer

beforeAll(async () => {
  server = await openModelServer()
  fs.mkdirSync(project)
  fs.writeFileSync(path.join(project, "a.txt"), "hello\n")
})
afterAll(async () => {
  await server.close()
  fs.rmSync(home, { recursive: true, force: true })
})

function missing(program: string): never {
  throw new Error(`${program} is not installed in ${clients}`)
}

/** The tools that each client may offer a reader, and no others. */
const readingTools: Readonly<Record<string, readonly string[]>> = {
  claude: ["DeferredToolPlaceholder", "Glob", "Grep", "Read"],
  gemini: ["glob", "grep_search", "list_directory", "read_file"],
  opencode: ["glob", "grep", "read"],
}

describe.each(agentClis.map((cli) => ({ name: cli.name, cli })))("$name, the real client", ({ name, cli }) => {
  const open = () => {
    const { env, model } = directClient(name, { home, port: server.port })
    const driver = openCliDriver({
      cli,
      program: [nameProgram(path.join(clients, "node_modules/.bin", cli.program)) ?? missing(cli.program)],
      search: openSearchPath({ env: process.env, projects: [project] }),
      env: { PATH: process.env["PATH"], HOME: home, LANG: "C.UTF-8", ...env },
      variables: ["OPENCODE_DISABLE_MODELS_FETCH"],
      emptyFolder: path.join(home, "empty"),
      milliseconds: 120_000,
      priceUsage: () => 0.25,
    })
    const ask = (prompt: string, more: Partial<AgentRequest> = {}, signal = new AbortController().signal) => {
      const key = { run: "r-client", step: "ask", round: 1, item: "-" }
      const request = { key, agent: "explore", role: "You read.", tier: "mid", prompt, cwd: project, model } as const
      return driver.ask({ ...request, ...more }, signal)
    }
    return ask
  }

  test("answers with its usage, gets no tools that write or run anything, and continues its session", async () => {
    const ask = open()
    const before = server.asked.length
    const first = await ask("SAY: PONG")
    const { tokensIn, tokensOut, tokensCached } = first.usage ?? {}
    expect({ text: first.text, tokensIn, tokensOut, tokensCached }).toEqual({ text: "PONG", ...TOKENS })
    const requests = server.asked.slice(before)
    expect(requests.length).toBe(1)
    if (readingTools[name] !== undefined)
      expect(requests.flatMap(({ body }) => toolNames(body)).sort()).toEqual(readingTools[name])
    const second = await ask("SAY: AGAIN", { session: first.session })
    expect({ text: second.text, session: second.session }).toEqual({ text: "AGAIN", session: first.session })
    expect(JSON.stringify(server.asked.at(-1)?.body)).toContain("SAY: PONG")
  }, 240_000)

  test("is cancelled half-way, and no process of it is left", async () => {
    const ask = open()
    const before = server.asked.length
    const stop = new AbortController()
    const settled = ask("SCENARIO: never", {}, stop.signal).then(
      () => "answered",
      (error: unknown) => error,
    )
    while (server.asked.length === before) await wait(100)
    stop.abort(new Error("enough"))
    expect(await settled).toEqual(new Error("enough"))
    expect(processesOf(home)).toEqual([])
  }, 240_000)

  test("a wrong key is a failure, whatever the exit code", async () => {
    const failed = await open()("SCENARIO: refused").catch((error: unknown) => error)
    expect(failed).toMatchObject({ name: "SkilletError", code: expect.stringMatching(/^agent\.(refused|failed)$/) })
  }, 240_000)
})

function toolNames(body: Readonly<Record<string, unknown>>): readonly string[] {
  const tools = (body["tools"] ?? []) as readonly {
    readonly name?: string
    readonly type?: string
    readonly function?: { readonly name: string }
    readonly functionDeclarations?: readonly { readonly name: string }[]
  }[]
  return tools.flatMap(
    (tool) =>
      tool.functionDeclarations?.map((one) => one.name) ?? [tool.name ?? tool.function?.name ?? tool.type ?? "?"],
  )
}

/** Processes that were started with this home directory. */
function processesOf(folder: string): readonly string[] {
  return fs
    .readdirSync("/proc")
    .filter((id) => /^\d+$/.test(id))
    .filter((id) => {
      try {
        return fs.readFileSync(`/proc/${id}/environ`, "latin1").includes(`HOME=${folder}\0`)
      } catch {
        return false
      }
    })
}
