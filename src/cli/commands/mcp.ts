import { Writable } from "node:stream"
import { toolProfiles } from "../../mcp/tool-profiles.ts"
import type { WorkspaceOptions } from "../../mcp/workspaces.ts"
import { escapeHidden } from "../../text/escape-hidden.ts"
import { defineCommand } from "../parsing/command.ts"
import { catalogOptions } from "../parsing/common-options.ts"
import { noArguments } from "../parsing/options.ts"
import { UsageError } from "../parsing/usage-error.ts"
import type { Io } from "../output.ts"
import { toOpenOptions } from "../open-with-options.ts"
import { takeOverSignals } from "../take-over-signals.ts"

export const mcp = defineCommand({
  more: "Without --http it speaks over its standard input and output, as a client that starts it expects.",
  usage: "[--profile P] [--client NAME] [--workspace DIR]… [--http [--port N]]",
  examples: [
    { line: "skillet mcp --host claude", about: "with the skills that Claude Code would use" },
    { line: "skillet mcp --profile runs --client codex", about: "only procedures; rights as the settings give codex" },
    { line: "skillet mcp --http --port 4410 --workspace .", about: "over HTTP on 127.0.0.1; prints its URL and token" },
  ],
  options: {
    profile: { kind: "choice", values: toolProfiles, about: "which tools: 8 by default, fewer, or all" },
    client: { kind: "text", value: "NAME", about: "whose rights in the settings apply (default: the host's name)" },
    workspace: {
      kind: "list",
      value: "DIR",
      about: "serve only this project (default: any; with --http the working directory)",
      completes: "folder",
    },
    http: { kind: "flag", about: "serve streamable HTTP on 127.0.0.1, with a token" },
    port: { kind: "number", value: "N", about: "the port, with --http (default: any free one)" },
    ...catalogOptions,
  },
  arguments: noArguments,
  async run({ options }, io) {
    if (options.port !== undefined && options.http !== true)
      throw new UsageError("--port is an option for --http", "add --http, or leave --port out")
    const { openOffer } = await import("../../mcp/open-offer.ts")
    const { openWorkspaces } = await import("../../mcp/workspaces.ts")
    const isHttp = options.http === true
    const tell = (message: string) => io.err(`skillet mcp: ${escapeHidden(message)}`)
    const opened: WorkspaceOptions = {
      ...toOpenOptions(options, io),
      onProblem: ({ message, path }) => tell(`${path}: ${message}`),
      onUnknownLimit: ({ problem }) => tell(`${problem.path}: ${problem.message}`),
    }
    const only = options.workspace ?? (isHttp ? [opened.cwd] : undefined)
    const offer = openOffer(openWorkspaces({ ...opened, only }), {
      profile: options.profile ?? "default",
      client: { name: nameClient(options.client, opened.host) },
      onWarning: ({ path, message }) => tell(`${path}: ${message}`),
    })
    if (!isHttp) {
      const { serveOverStdio } = await import("../../mcp/serving/serve-stdio.ts")
      const output = keepStdout(io)
      const streams = { input: process.stdin, output }
      return untilStopped((stop) => serveOverStdio(offer, streams, { stop, onError: tell }))
    }
    const { makeToken, serveOverHttp } = await import("../../mcp/serving/serve-http.ts")
    const token = readToken(io) ?? makeToken()
    return untilStopped(async (stop) => {
      const serving = await serveOverHttp(offer, { port: options.port ?? 0, token, onError: tell })
      if (options.json === true) io.json({ url: serving.url, token })
      else io.out(`url    ${serving.url}\ntoken  ${token}`)
      await new Promise<void>((resolve) => void stop.addEventListener("abort", () => resolve(), { once: true }))
      await serving.close()
    })
  },
})

function nameClient(given: string | undefined, host: WorkspaceOptions["host"]): string {
  const name = given ?? (host === undefined || host === "auto" ? "client" : host)
  if (/^[\w.-]{1,64}$/.test(name)) return name
  throw new UsageError("--client is not a name", "use letters, digits, dots, hyphens and underscores")
}

/** Shorter ones could be guessed. */
const SHORTEST_TOKEN = 32

function readToken({ env }: Io): string | undefined {
  const token = env["SKILLET_MCP_TOKEN"]
  if (token === undefined || token === "") return undefined
  if (/^[\w.~+/=-]+$/.test(token) && token.length >= SHORTEST_TOKEN) return token
  throw new UsageError(
    `SKILLET_MCP_TOKEN is not a token of at least ${SHORTEST_TOKEN} letters and digits`,
    "leave it out to get a new one at each start",
  )
}

/** From now on only the protocol is on stdout; what modules of others print goes to stderr. */
function keepStdout(io: Io): Writable {
  const write = process.stdout.write.bind(process.stdout)
  io.onModules?.()
  return new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => void write(text, (error) => done(error ?? null)),
  })
}

/** Until a signal tells it to stop. */
async function untilStopped(act: (stop: AbortSignal) => Promise<void>): Promise<0> {
  const stop = new AbortController()
  const restore = takeOverSignals(() => stop.abort(new Error("stopped")))
  try {
    await act(stop.signal)
    return 0
  } finally {
    restore()
  }
}
