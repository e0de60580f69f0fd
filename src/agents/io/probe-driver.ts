import os from "node:os"
import path from "node:path"
import type { AgentDriverName, DriverSettings } from "../../settings/agent-settings.ts"
import { buildAgentEnvironment } from "./agent-environment.ts"
import { anthropic } from "./api/anthropic.ts"
import type { ApiProtocol } from "./api/api-protocol.ts"
import { openai } from "./api/openai.ts"
import { agentClis } from "./cli/agent-clis.ts"
import {
  describeStart,
  nameProgram,
  openSearchPath,
  type Program,
  type SearchPath,
} from "../../system/programs/find-program.ts"
import { collectOutput } from "../../system/programs/start-program.ts"

type Env = Readonly<Record<string, string | undefined>>

export interface ProbePlace {
  readonly env: Env
  /** The directory that is worked on. */
  readonly project: string
}

/** Whether a driver would work here, and if not, why. */
export type DriverState =
  | { readonly driver: AgentDriverName; readonly kind: "ready"; readonly version: string; readonly at: string }
  | { readonly driver: AgentDriverName; readonly kind: "missing"; readonly why: string; readonly fix: string }

/** Checks whether a CLI is installed and starts, or whether an API has a key. No agent is asked. */
export async function probeDriver(
  driver: AgentDriverName,
  settings: DriverSettings | undefined,
  { env, project }: ProbePlace,
): Promise<DriverState | undefined> {
  const cli = agentClis.find(({ name }) => name === driver)
  if (cli !== undefined) {
    const search = openSearchPath({ env, projects: [project] })
    if (search.startedIn !== undefined)
      return {
        driver,
        kind: "missing",
        why: describeStart(search.startedIn),
        fix: "install Skillet outside the project",
      }
    const at = findAgentProgram(cli.program, settings?.program, search)
    if (at === undefined) {
      const where = settings?.program ?? `${cli.program} on PATH`
      const fix = `install it, or set agents.drivers.${driver}.program in your settings`
      return { driver, kind: "missing", why: `there is no ${where}`, fix }
    }
    const version = await readVersion({ program: at, search, env })
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

/** The program of an agent, by its name or by the name or absolute path that the settings give. */
export function findAgentProgram(program: string, given: string | undefined, search: SearchPath): Program | undefined {
  return given !== undefined && path.isAbsolute(given) ? nameProgram(given) : search.find(given ?? program)
}

const LONGEST = 15_000
const MOST_BYTES = 1024 * 1024

interface Versioned {
  readonly program: Program
  readonly search: SearchPath
  readonly env: Env
}

/** The first dotted number that it prints. */
async function readVersion({ program, search, env }: Versioned): Promise<string | undefined> {
  const start = { program, args: ["--version"], search, cwd: os.tmpdir(), env: buildAgentEnvironment(env, []) }
  const { printed } = await collectOutput(start, { mostBytes: MOST_BYTES, milliseconds: LONGEST })
  return /\d+\.\d+[\w.-]*/.exec(printed.toString("utf8"))?.[0]
}
