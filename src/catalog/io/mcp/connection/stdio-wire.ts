import type { ChildProcess } from "node:child_process"
import { Socket } from "node:net"
import path from "node:path"
import type { Readable, Writable } from "node:stream"
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client"
import { nameProgram, openSearchPath, type Program, type SearchPath } from "../../../../system/programs/find-program.ts"
import { startProgram } from "../../../../system/programs/start-program.ts"
import { type Guards, messageTooDeepError, messageTooLargeError, waitForSettling, type Wire } from "./guards.ts"
import { translateMcpError, mcpFailure } from "../mcp-failure.ts"
import type { StdioProgram } from "../mcp-server.ts"
import { openNestingGuard } from "./nesting-guard.ts"

type ParseMessage = (text: string) => JSONRPCMessage
type Server = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable }

/**
 * A server as a child process, one message per line. We use our own transport, because the SDK's passes on more of the
 * environment, leaves the server's own children running, and does not limit a session. In all cases:
 * 1. no line is kept or parsed beyond the limits;
 * 2. the server leads its own process group, and the whole group is gone when `end` is done, or when we exit.
 */
export function openStdio(program: StdioProgram, guards: Guards, parse: ParseMessage): Wire {
  let server: Server | undefined
  let ending: Promise<void> | undefined
  /** The SDK takes what has `stderr` and `pid` for a local pipe. */
  const transport: Transport & { readonly stderr: null; pid: number | null } = {
    stderr: null,
    pid: null,
    async start() {
      if (ending !== undefined) throw mcpFailure("mcp.closed", "the session was closed")
      server = startServer(program)
      const feed = lineFeed(guards, parse, (message) => transport.onmessage?.(message))
      server.stdout.on("data", (chunk: Buffer) => {
        if (ending !== undefined) return
        try {
          feed(chunk)
        } catch (error) {
          guards.fail(translateMcpError(error))
        }
      })
      watchEnd(server, (why) => {
        if (ending === undefined) guards.fail(mcpFailure("mcp.ended", why))
      })
      await started(server)
      transport.pid = server.pid ?? null
    },
    async send(message) {
      if (server === undefined || ending !== undefined) throw mcpFailure("mcp.ended", "it has ended")
      server.stdin.write(`${JSON.stringify(message)}\n`)
      if (server.stdin.writableLength > guards.limits.messageBytes)
        throw mcpFailure("mcp.garbage", "it is not reading its input")
    },
    close: () => end(true),
  }
  const end = (gently: boolean): Promise<void> => {
    ending ??= endProgram(server, gently ? guards.limits.graceMs : 0).then(() => transport.onclose?.())
    return ending
  }
  return {
    transport,
    hold(isBusy) {
      const act = isBusy ? "ref" : "unref"
      server?.[act]()
      for (const stream of [server?.stdin, server?.stdout]) if (stream instanceof Socket) stream[act]()
    },
    end,
  }
}

const INHERITED = ["HOME", "TERM", "TZ"]

function startServer(program: StdioProgram): Server {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const { args = [], cwd, project } = program
  const search = openSearchPath({ env: process.env, projects: [cwd, project].flatMap((one) => one ?? []) })
  const env = { ...Object.fromEntries(inherited), ...program.env }
  const start = { program: findServer(program, search), args, search, cwd, env }
  const server = startProgram(start, { stdio: ["pipe", "pipe", "ignore"], detached: true }) as Server
  if (running.size === 0) process.on("exit", killAll)
  running.add(server)
  return server
}

/** A relative path would lead into the project, whatever that is. */
function findServer({ command }: StdioProgram, search: SearchPath): Program {
  const found = path.isAbsolute(command) ? nameProgram(command) : search.find(command)
  if (found !== undefined) return found
  const isRelative = command.includes("/") && !path.isAbsolute(command)
  const why = isRelative ? `${command} is not an absolute path` : `there is no program ${command}`
  throw mcpFailure("mcp.start", `it cannot be started (${why})`)
}

function started(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("spawn", resolve)
    server.on("error", (error) => reject(mcpFailure("mcp.start", `it cannot be started (${error.message})`, error)))
  })
}

/** A server may have ended with its last answer still in transit: that is awaited, but not its children. */
function watchEnd(server: Server, ended: (why: string) => void): void {
  const why = () =>
    server.signalCode === null
      ? `it ended (exit code ${server.exitCode ?? "unknown"})`
      : `it ended (${server.signalCode})`
  server.once("close", () => {
    if (server.pid !== undefined) ended(why())
  })
  server.once("exit", () => setTimeout(() => ended(why()), 100).unref())
  for (const stream of [server.stdin, server.stdout])
    stream.on("error", () => setTimeout(() => ended("it closed the connection"), 100).unref())
}

const MOST_NOISE = 100

/** Splits a stream into messages. Lines that are not messages are skipped, because some servers log to stdout. */
function lineFeed(guards: Guards, parse: ParseMessage, deliver: (message: JSONRPCMessage) => void) {
  const { limits, meter } = guards
  const nesting = openNestingGuard(limits.depth)
  let parts: Buffer[] = []
  let size = 0
  let noise = 0
  const take = (line: string) => {
    if (line.trim() === "") return
    meter.message()
    let message: JSONRPCMessage
    try {
      message = parse(line)
    } catch (error) {
      noise++
      if (noise > MOST_NOISE) throw mcpFailure("mcp.garbage", "its output does not consist of MCP messages", error)
      return
    }
    deliver(message)
  }
  return (chunk: Buffer): void => {
    meter.bytes(chunk.length)
    for (let from = 0; from < chunk.length; ) {
      const at = chunk.indexOf(0x0a, from)
      const part = chunk.subarray(from, at === -1 ? chunk.length : at)
      size += part.length
      if (size > limits.messageBytes) throw messageTooLargeError(limits)
      if (!nesting.feed(part)) throw messageTooDeepError(limits)
      parts.push(part)
      if (at === -1) return
      const line = Buffer.concat(parts).toString("utf8")
      nesting.reset()
      parts = []
      size = 0
      take(line)
      from = at + 1
    }
  }
}

const LAST_WAIT = 2_000

async function endProgram(server: Server | undefined, graceMs: number): Promise<void> {
  if (server === undefined) return
  const exited = new Promise<void>((resolve) => {
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) resolve()
    else server.once("exit", () => resolve())
  })
  server.ref()
  server.stdin.end()
  if (graceMs > 0 && !(await waitForSettling(graceMs, exited))) {
    signalGroup(server, "SIGTERM")
    await waitForSettling(graceMs, exited)
  }
  signalGroup(server, "SIGKILL")
  await waitForSettling(LAST_WAIT, exited)
  server.stdin.destroy()
  server.stdout.destroy()
  running.delete(server)
  if (running.size === 0) process.off("exit", killAll)
}

function signalGroup(server: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (server.pid === undefined) return
  try {
    process.kill(process.platform === "win32" ? server.pid : -server.pid, signal)
  } catch (error) {
    if (!(error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM"))) throw error
  }
}

/** Running servers, so that none outlives this process. */
const running = new Set<ChildProcess>()

function killAll(): void {
  for (const server of running) signalGroup(server, "SIGKILL")
}
