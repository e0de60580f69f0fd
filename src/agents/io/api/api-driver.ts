import { setTimeout as sleep } from "node:timers/promises"
import type { AgentAnswer, AgentDriver, AgentEvent, AgentRequest, Usage } from "../../agent-driver.ts"
import { AgentFailure } from "../../agent-failure.ts"
import { classifyStatus, LONGEST_ANSWER } from "../classify-failure.ts"
import { hideSecrets } from "../hide-secrets.ts"
import type { ApiCall, ApiMessage, ApiPart, ApiProtocol, TokenCount } from "./api-protocol.ts"
import type { Conversations } from "./conversations.ts"
import { readRetryAfter, retryLater, readHttpStatus } from "./retry-later.ts"

export interface ApiDriverOptions {
  readonly protocol: ApiProtocol
  readonly address?: string | undefined
  readonly key: string
  /** The model of a request that names none. */
  readonly model: string
  readonly milliseconds: number
  /** The most tokens of an answer. */
  readonly tokens: number
  readonly conversations: Conversations
  readonly priceUsage: (count: TokenCount, request: AgentRequest, model: string) => number
  readonly random?: (() => number) | undefined
  /** The first pause before a retry, in milliseconds. */
  readonly pause?: number | undefined
}

const TRIES = 5
const FIRST_PAUSE = 500

/**
 * A model API as a driver: it streams, retries with growing pauses, and counts every turn that was paid for. It has no
 * tools.
 */
export function openApiDriver(options: ApiDriverOptions): AgentDriver {
  const { protocol, address = protocol.address, key, milliseconds } = options
  let call: Promise<ApiCall> | undefined
  const prefixes = openSharedPrefixes()
  return {
    name: "api",
    async ask(request, signal, heard = () => undefined) {
      call ??= protocol.open({ address, key, milliseconds })
      const limit = request.milliseconds ?? milliseconds
      const over = AbortSignal.timeout(Math.min(limit, 2 ** 31 - 1))
      const turn = openTurn(options, request, { call: await call, prefixes, heard })
      try {
        return await turn.answer(AbortSignal.any([signal, over]))
      } catch (error) {
        if (signal.aborted) throw signal.reason
        throw toFailure(error, { ...options, isOver: over.aborted, limit, usage: turn.usage() })
      }
    },
  }
}

interface Opened {
  readonly call: ApiCall
  readonly prefixes: ReturnType<typeof openSharedPrefixes>
  readonly heard: (event: AgentEvent) => void
}

function openTurn(options: ApiDriverOptions, request: AgentRequest, { call, prefixes, heard }: Opened) {
  const begun = performance.now()
  const model = request.model ?? options.model
  const past = request.session === undefined ? [] : options.conversations.read(request.session)
  const messages: readonly ApiMessage[] = [...past, { role: "user", text: request.prompt }]
  const shared = past.length > 0 ? 0 : prefixes.sharedBy(request)
  const { effort, schema } = request
  const spent: TokenCount[] = []

  async function once(signal: AbortSignal): Promise<string> {
    let text = ""
    let stop: ApiPart["stop"]
    const at = spent.length
    for await (const part of call({ model, messages, shared, effort, schema, tokens: options.tokens }, signal)) {
      if (part.usage !== undefined) spent[at] = part.usage
      if (part.thinking !== undefined) heard({ kind: "thinking", text: part.thinking })
      if (part.text !== undefined) {
        text += part.text
        heard({ kind: "message", text: hideSecrets(part.text, [options.key]) })
      }
      if (text.length > LONGEST_ANSWER) throw tooLong(text.length)
      stop = part.stop ?? stop
    }
    if (stop === undefined) throw new Error("the server closed the connection before the answer was complete")
    if (stop === "length") throw tooLong(text.length)
    if (stop === "refused") throw refused()
    return text
  }

  return {
    usage,
    async answer(signal: AbortSignal): Promise<AgentAnswer> {
      const session = request.session ?? options.conversations.newId()
      heard({ kind: "session", session, model })
      const said = await retryLater(() => once(signal), {
        tries: TRIES,
        pause: options.pause ?? FIRST_PAUSE,
        sleep: (pause, until) => sleep(pause, undefined, { signal: until }),
        random: options.random ?? Math.random,
        signal,
        told: (why, pause) =>
          heard({ kind: "notice", text: hideSecrets(`retrying in ${pause} ms: ${why}`, [options.key]) }),
      })
      const text = hideSecrets(said, [options.key])
      if (text.trim() === "") throw new AgentFailure("agent.failed", "the answer is empty", tryLater)
      options.conversations.keep(session, [...messages, { role: "assistant", text }])
      heard({ kind: "usage", usage: usage() })
      return { text, usage: usage(), session }
    },
  }

  function usage(): Usage {
    const sum = (of: (count: TokenCount) => number) => spent.reduce((total, count) => total + (count && of(count)), 0)
    const count = {
      tokensIn: sum(({ tokensIn }) => tokensIn),
      tokensOut: sum(({ tokensOut }) => tokensOut),
      tokensCached: sum(({ tokensCached = 0 }) => tokensCached),
    }
    const milliseconds = Math.round(performance.now() - begun)
    const tokensWritten = sum((one) => one.tokensWritten ?? 0)
    return { ...count, money: options.priceUsage({ ...count, tokensWritten }, request, model), milliseconds }
  }
}

const tryLater = { retry: "later", next: "ask again" } as const

function tooLong(length: number): AgentFailure {
  return new AgentFailure("agent.too-long", `the answer was cut off after ${length} characters`, {
    retry: "no",
    next: "ask for less in one step, or increase `tokens` in the driver's settings",
  })
}

function refused(): AgentFailure {
  return new AgentFailure("agent.refused", "the model declined to answer", { retry: "no", next: "change the request" })
}

function toFailure(
  error: unknown,
  how: ApiDriverOptions & { readonly isOver: boolean; readonly limit: number; readonly usage: Usage },
): unknown {
  const { usage, protocol, key } = how
  if (how.isOver)
    return new AgentFailure("agent.timeout", `${protocol.name}: no answer within ${how.limit / 1000} s`, {
      retry: "later",
      next: "increase `timeout` in the driver's settings",
      usage,
    })
  if (!(error instanceof Error)) return error
  const message = `${protocol.name}: ${hideSecrets(error.message, [key]).slice(0, 600)}`
  if (error instanceof AgentFailure)
    return new AgentFailure(error.code as "agent.failed", message, { retry: error.retry, next: error.next, usage })
  const status = readHttpStatus(error)
  const kind = status === undefined ? ({ code: "agent.failed", retry: "later" } as const) : classifyStatus(status)
  const next =
    status === 401 || status === 403 ? "check the key and its variable" : "check that the server is reachable"
  return new AgentFailure(kind.code, message, { retry: kind.retry, next, usage, after: readRetryAfter(error) })
}

/** A shorter prefix is not worth caching. */
const LEAST = 4096

/** Finds the common prefix of the prompts of one step, from the previous one. */
function openSharedPrefixes() {
  const before = new Map<string, string>()
  return {
    /** How many characters of a prompt are a prefix that other prompts of its step share, up to the end of a line. */
    sharedBy({ key: { run, step, round }, prompt }: AgentRequest): number {
      const name = `${run} ${step} ${round}`
      const earlier = before.get(name)
      before.set(name, prompt)
      if (before.size > 64) before.delete(before.keys().next().value ?? "")
      if (earlier === undefined) return 0
      let same = 0
      const most = Math.min(earlier.length, prompt.length)
      while (same < most && earlier.charCodeAt(same) === prompt.charCodeAt(same)) same++
      const cut = same === prompt.length ? same : prompt.lastIndexOf("\n", same - 1) + 1
      return cut < LEAST ? 0 : cut
    },
  }
}
