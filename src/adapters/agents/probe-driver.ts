import { spawn } from "node:child_process"
import os from "node:os"
import path from "node:path"
import type { AgentDriverName, DriverSettings } from "../../ports/agents/agent-settings.ts"
import { agentEnvironment } from "./agent-environment.ts"
import { anthropic } from "./api/anthropic.ts"
import type { ApiProtocol } from "./api/api-protocol.ts"
import { openai } from "./api/openai.ts"
import { agentClis } from "./cli/agent-clis.ts"
import { isProgram } from "../find-program.ts"

type Env = Readonly<Record<string, string | undefined>>

/** Whether a driver would work here, and if not, why. */
export type DriverState =
  | { readonly driver: AgentDriverName; readonly kind: "ready"; readonly version: string; readonly at: string }
  | { readonly driver: AgentDriverName; readonly kind: "missing"; readonly why: string; readonly fix: string }

/** Checks whether a CLI is installed and starts, or whether an API has a key. No agent is asked. */
export async function probeDriver(
  driver: AgentDriverName,
  settings: DriverSettings | undefined,
  env: Env,
): Promise<DriverState | undefined> {
  const cli = agentClis.find(({ name }) => name === driver)
  if (cli !== undefined) {
    const at = findAgentProgram(cli.program, settings?.program, env)
    if (at === undefined) {
      const where = settings?.program ?? `${cli.program} on PATH`
      const fix = `install it, or set agents.drivers.${driver}.program in your settings`
      return { driver, kind: "missing", why: `there is no ${where}`, fix }
    }
    const version = await versionOf(at, env)
    if (version !== undefined) return { driver, kind: "ready", version, at }
    return {
      driver,
      kind: "missing",
      why: `${at} --version does not print a version`,
      fix: `run ${at} --version to see why`,
    }
  }
  if (driver !== "api") return undefined
  const found = findApi(settings, env)
  if ("why" in found) return { driver, kind: "missing", ...found }
  return { driver, kind: "ready", version: found.protocol.name, at: settings?.address ?? found.protocol.address }
}

export interface FoundApi {
  readonly protocol: ApiProtocol
  readonly key: string
}

/** The protocol and the key, by the settings or by which key exists. */
export function findApi(
  settings: DriverSettings | undefined,
  env: Env,
): FoundApi | { readonly why: string; readonly fix: string } {
  const named = [anthropic, openai].filter(({ name }) => settings?.protocol === undefined || name === settings.protocol)
  for (const protocol of named) {
    const key = env[settings?.key ?? protocol.key]
    if (key !== undefined && key !== "" && (settings?.key === undefined || settings.protocol !== undefined))
      return { protocol, key }
  }
  if (settings?.key !== undefined && settings.protocol === undefined)
    return { why: "the settings name a key but no protocol", fix: "set agents.drivers.api.protocol" }
  const names = settings?.key ?? named.map((protocol) => protocol.key).join(" or ")
  return { why: `${names} is not set`, fix: `set ${names}, or name its variable in agents.drivers.api.key` }
}

/** The absolute path of a program. Only absolute directories on PATH count. */
export function findAgentProgram(program: string, given: string | undefined, env: Env): string | undefined {
  if (given !== undefined && path.isAbsolute(given)) return isProgram(given) ? given : undefined
  const folders = (env["PATH"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  return folders.map((folder) => path.join(folder, given ?? program)).find(isProgram)
}

const LONGEST = 15_000

/** The first dotted number that it prints. */
function versionOf(file: string, env: Env): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(file, ["--version"], {
      cwd: os.tmpdir(),
      env: agentEnvironment(env, []),
      stdio: ["ignore", "pipe", "ignore"],
      timeout: LONGEST,
      killSignal: "SIGKILL",
    })
    let text = ""
    child.stdout.on("data", (chunk: Buffer) => {
      if (text.length < 4096) text += chunk.toString("utf8")
    })
    child.once("error", () => resolve(undefined))
    child.once("close", () => resolve(/\d+\.\d+[\w.-]*/.exec(text)?.[0]))
  })
}
