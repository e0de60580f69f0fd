import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { anthropic } from "../src/agents/io/api/anthropic.ts"
import { openApiDriver } from "../src/agents/io/api/api-driver.ts"
import type { ApiProtocol } from "../src/agents/io/api/api-protocol.ts"
import { openConversations } from "../src/agents/io/api/conversations.ts"
import { openai } from "../src/agents/io/api/openai.ts"
import { agentClis } from "../src/agents/io/cli/agent-clis.ts"
import { openCliDriver } from "../src/agents/io/cli/cli-driver.ts"
import { openCommandDriver } from "../src/agents/io/command-driver.ts"
import { openSearchPath, runningNode } from "../src/system/programs/find-program.ts"
import { checkDriver, type Opened } from "./agents/driver-checks.ts"
import { openModelServer } from "./agents/model-server.ts"

const imitation = path.join(import.meta.dirname, "agents/imitate.mjs")
const KEY = "sk-conformance-0123456789"
const MONEY = 0.25
const search = openSearchPath({ env: process.env, projects: [] })

for (const cli of agentClis)
  checkDriver({ name: cli.name, money: MONEY, resumes: true, keys: cli.variables.slice(0, 1), open: openCli(cli) })
checkDriver({ name: "command", money: MONEY, resumes: true, isSilent: true, keys: ["NAMED_KEY"], open: openCommand })
for (const protocol of [anthropic, openai])
  checkDriver({ name: `api (${protocol.name})`, money: MONEY, resumes: true, isPatient: true, open: openApi(protocol) })

function openCli(cli: (typeof agentClis)[number]) {
  return async (milliseconds: number): Promise<Opened> => {
    const { folder, close } = newFolder()
    const log = path.join(folder, "log")
    const driver = openCliDriver({
      cli,
      program: [runningNode(), imitation, cli.name],
      search,
      env: {
        PATH: process.env["PATH"],
        HOME: folder,
        AGENT_LOG: log,
        [cli.variables[0] ?? ""]: KEY,
        OTHER_KEY: "other",
      },
      variables: ["AGENT_LOG"],
      emptyFolder: path.join(folder, "empty"),
      milliseconds,
      priceUsage: () => MONEY,
    })
    return { driver, cwd: folder, close, living: () => livingIn(log), seen: () => seenIn(log) }
  }
}

async function openCommand(milliseconds: number): Promise<Opened> {
  const { folder, close } = newFolder()
  const log = path.join(folder, "log")
  const driver = openCommandDriver({
    program: [runningNode(), imitation, "command"],
    search,
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      AGENT_LOG: log,
      NAMED_KEY: KEY,
      ANTHROPIC_API_KEY: "sk-other-0123456789",
    },
    variables: ["AGENT_LOG", "NAMED_KEY"],
    milliseconds,
    priceUsage: () => 0,
  })
  return { driver, cwd: folder, close, living: () => livingIn(log), seen: () => seenIn(log) }
}

/** The names of the variables that the last agent saw. */
function seenIn(log: string): readonly string[] {
  const last = fs.readFileSync(log, "utf8").trim().split("\n").at(-1) ?? ""
  return (JSON.parse(last) as { readonly env: readonly string[] }).env
}

/** Processes that were started by those in the log, found by the mark in their environment. */
function livingIn(log: string): readonly number[] {
  if (!fs.existsSync(log)) return []
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => environOf(id).includes(`AGENT_LOG=${log}`))
}

function environOf(id: number): string {
  try {
    return fs.readFileSync(`/proc/${id}/environ`, "latin1")
  } catch {
    return ""
  }
}

function openApi(protocol: ApiProtocol) {
  return async (milliseconds: number): Promise<Opened> => {
    const { folder, close } = newFolder()
    const server = await openModelServer()
    const driver = openApiDriver({
      protocol,
      address: `http://127.0.0.1:${server.port}${protocol.name === "openai" ? "/v1" : ""}`,
      key: KEY,
      model: "imitated",
      milliseconds,
      tokens: 1000,
      conversations: openConversations(path.join(folder, "sessions")),
      priceUsage: () => MONEY,
      random: () => 0,
      pause: 5,
    })
    return {
      driver,
      cwd: folder,
      living: () => [],
      close: async () => {
        await server.close()
        await close()
      },
    }
  }
}

function newFolder() {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "drivers-"))
  return { folder, close: async () => fs.rmSync(folder, { recursive: true, force: true }) }
}
