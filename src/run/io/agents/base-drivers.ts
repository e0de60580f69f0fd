import { openApiDriver } from "../../../agents/io/api/api-driver.ts"
import { openConversations } from "../../../agents/io/api/conversations.ts"
import { agentClis } from "../../../agents/io/cli/agent-clis.ts"
import { openCliDriver } from "../../../agents/io/cli/cli-driver.ts"
import { openCommandDriver } from "../../../agents/io/command-driver.ts"
import { type PricedTokens, priceTokens } from "../../../agents/io/price-tokens.ts"
import { findAgentProgram, findApi } from "../../../agents/io/probe-driver.ts"
import type { AgentDriver, AgentRequest } from "../../../agents/agent-driver.ts"
import { AgentFailure, type AgentFailureCode } from "../../../agents/agent-failure.ts"
import type { AgentDriverName, AgentSettings } from "../../../settings/agent-settings.ts"
import type { KeepRaw } from "../../../agents/raw-lines.ts"
import type { RunStore } from "../../store.ts"
import type { RunParts } from "../run-parts.ts"
import { defaultPrices } from "../../../workflow/quote/prices.ts"
import { locateAgentFiles } from "./agent-files.ts"
import { locateCommand, openSearch } from "./locate-command.ts"
import { SkilletError } from "../../../problem/failure.ts"

export interface DriverMaking {
  readonly settings: AgentSettings
  readonly env: Readonly<Record<string, string | undefined>>
  /** The words of `--program`. */
  readonly program?: string | undefined
  /** The base of a relative path of the program; agents work in the directory of their run. */
  readonly cwd: string
  readonly store: RunStore
  readonly parts: RunParts | undefined
  /** Where the output of agents' programs is kept as they printed it (default: nowhere). */
  readonly keepRaw?: KeepRaw | undefined
}

const ANSWER_SECONDS = 30 * 60
const ANSWER_TOKENS = 32_000

/** A driver by its name, as configured in the settings. */
export function openBaseDriver(name: AgentDriverName, making: DriverMaking): AgentDriver {
  const { settings, env } = making
  const own = settings.drivers[name]
  const milliseconds = (own?.timeout ?? ANSWER_SECONDS) * 1000
  const makers: Readonly<Record<string, () => AgentDriver>> = {
    offline: () => openOfflineDriver(making),
    command: () =>
      openCommandDriver({
        program: locateCommand(making, openSearch(making)),
        search: openSearch(making),
        env,
        variables: own?.env,
        milliseconds,
        priceUsage: (count, request) => price(settings, count, { request, model: undefined }),
        keepRaw: making.keepRaw,
      }),
    api: () => api(making, milliseconds),
  }
  return makers[name]?.() ?? cli(name, making, milliseconds)
}

function cli(name: AgentDriverName, making: DriverMaking, milliseconds: number): AgentDriver {
  const { settings, env, cwd, keepRaw } = making
  const search = openSearch({ env, cwd })
  const row = agentClis.find((one) => one.name === name)
  const own = settings.drivers[name]
  const program = row && findAgentProgram(row.program, own?.program, search)
  if (row === undefined || program === undefined)
    throw failure("agent.not-found", `${name} is not installed here`, "skillet doctor says which agents can be used")
  return openCliDriver({
    cli: row,
    program: [program],
    search,
    env,
    variables: own?.env,
    emptyFolder: locateAgentFiles(env).empty,
    milliseconds,
    priceUsage: (count, request, model) => price(settings, count, { request, model }),
    keepRaw,
  })
}

function api({ settings, env }: DriverMaking, milliseconds: number): AgentDriver {
  const own = settings.drivers.api
  const found = findApi(own, env)
  if ("why" in found) throw failure("agent.no-key", `api: ${found.why}`, found.fix)
  if (own?.model === undefined && Object.keys({ ...settings.tiers, ...settings.roles }).length === 0)
    throw failure("agent.no-program", "api: no model is named", "set agents.drivers.api.model in your settings")
  return openApiDriver({
    protocol: found.protocol,
    address: own?.address,
    key: found.key,
    model: own?.model ?? "",
    milliseconds,
    tokens: own?.tokens ?? ANSWER_TOKENS,
    conversations: openConversations(locateAgentFiles(env).sessions),
    priceUsage: (count, request, model) => price(settings, count, { request, model }),
  })
}

/** By the model's price if the settings have one, else by the assumed price of its tier. */
function price(
  settings: AgentSettings,
  count: PricedTokens,
  of: { readonly request: AgentRequest; readonly model: string | undefined },
): number {
  const model = of.model ?? of.request.model ?? ""
  const known = Object.hasOwn(settings.prices, model) ? settings.prices[model] : undefined
  return priceTokens(count, known ?? defaultPrices[of.request.tier])
}

function failure(code: AgentFailureCode, message: string, next: string): AgentFailure {
  return new AgentFailure(code, message, { retry: "no", next })
}

/** An agent without a model. It answers what `answerOffline` knows an answer to, and nothing else. */
function openOfflineDriver({ store, parts }: DriverMaking): AgentDriver {
  return {
    name: "offline",
    async ask(request) {
      const answer = await parts?.answerOffline?.(store, request)
      if (answer !== undefined) return answer
      throw new SkilletError("agent.offline", "only reviews can be done offline", {
        retry: "no",
        next: "drive this run with --agent command",
      })
    },
  }
}
