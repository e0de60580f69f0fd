import fs from "node:fs"
import type { ChildProcess } from "node:child_process"
import { randomUUID } from "node:crypto"
import type { Writable } from "node:stream"
import { setTimeout as wait } from "node:timers/promises"
import { AgentFailure } from "../agent-failure.ts"
import { type Program, type SearchPath, systemShell } from "../../system/programs/find-program.ts"
import { isGroupAlive, signalGroup } from "../../system/programs/is-alive.ts"
import { startProgram } from "../../system/programs/start-program.ts"

export interface AgentProcess {
  /** The program and its arguments; started without a shell. */
  readonly program: readonly [Program, ...(readonly string[])]
  readonly search: SearchPath
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** What it gets on standard input. */
  readonly input: string
  readonly milliseconds: number
  readonly signal: AbortSignal
  /** Receives what it prints. */
  readonly heard: (chunk: Buffer) => void
}

export interface AgentExit {
  readonly code: number | null
  /** The end of what it wrote to standard error. */
  readonly said: string
}

/** More than this on standard output is not an answer. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_SAID = 4096
const GRACE = 1500

/**
 * Runs an agent's program to its end, or ends it.
 *
 * 1. When this settles, no process of the agent is left, not even one that left its process group (on Linux).
 * 2. When Skillet itself is killed, a supervisor ends them.
 * 3. Rejects with the signal's reason if aborted, with `agent.timeout` after the time limit, with `agent.too-long`
 *    after too much output. An exit code is returned and means nothing.
 */
export async function runAgentProcess(what: AgentProcess): Promise<AgentExit> {
  what.signal.throwIfAborted()
  const mark = randomUUID()
  const child = start(what, mark)
  const stop = stopper(what)
  const said: Buffer[] = []
  let size = 0
  child.stdout?.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size > MOST_BYTES) stop.because("output")
    else what.heard(chunk)
  })
  child.stderr?.on("data", (chunk: Buffer) => keepEnd(said, chunk))
  const closed = waitForEnd(child, what.program[0])
  child.stdin?.on("error", () => undefined)
  child.stdin?.end(what.input)
  try {
    const exit = await Promise.race([closed, stop.stopped])
    await endAll(child, mark)
    if (exit !== undefined) return { code: exit, said: Buffer.concat(said).toString("utf8").trim() }
    throw stop.failure()
  } finally {
    stop.settle()
    for (const pipe of child.stdio ?? []) pipe?.destroy()
  }
}

function start({ program, search, cwd, env }: AgentProcess, mark: string): ChildProcess {
  const args = ["-c", SUPERVISOR, "skillet-agent", mark, ...program]
  const stdio = ["pipe" as const, "pipe" as const, "pipe" as const, "pipe" as const]
  return startProgram({ program: systemShell, args, search, cwd, env }, { detached: true, stdio })
}

function keepEnd(said: Buffer[], chunk: Buffer): void {
  const end = Buffer.concat([...said, chunk]).subarray(-MOST_SAID)
  said.splice(0, said.length, end)
}

/**
 * Resolves once the program has ended and all its output was read. It does not wait for a process that keeps the pipes
 * open.
 */
function waitForEnd(child: ChildProcess, program: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(notStarted(program, error)))
    child.once("close", (code) => resolve(code))
    child.once("exit", (code) => setTimeout(() => resolve(code), GRACE).unref())
  })
}

function notStarted(program: string, error: Error): AgentFailure {
  return new AgentFailure("agent.not-found", `${program} could not be started: ${error.message}`, {
    retry: "no",
    next: "run skillet doctor to see which agents can be used here",
    cause: error,
  })
}

function stopper({ milliseconds, signal, program }: AgentProcess) {
  let why: "time" | "output" | "abort" | undefined
  let resolve: (nothing: undefined) => void
  const stopped = new Promise<undefined>((done) => {
    resolve = done
  })
  const because = (reason: NonNullable<typeof why>) => {
    why ??= reason
    resolve(undefined)
  }
  const abort = () => because("abort")
  const timer = setTimeout(() => because("time"), Math.min(milliseconds, 2 ** 31 - 1))
  signal.addEventListener("abort", abort, { once: true })
  return {
    stopped,
    because,
    settle(): void {
      clearTimeout(timer)
      signal.removeEventListener("abort", abort)
    },
    failure(): unknown {
      if (why === "abort") return signal.reason
      if (why === "time")
        return new AgentFailure("agent.timeout", `${program[0]} took longer than ${milliseconds / 1000} s`, {
          retry: "later",
          next: "increase `timeout` in the driver's settings",
        })
      return new AgentFailure("agent.too-long", `${program[0]} printed more than ${MOST_BYTES} bytes`, {
        retry: "no",
        next: "ask for less in one step",
      })
    },
  }
}

/**
 * Ends the process group and everything that carries the mark, with SIGTERM first: an agent may want to save its
 * session.
 */
async function endAll(child: ChildProcess, mark: string): Promise<void> {
  const group = child.pid
  if (group === undefined) return
  if (isGroupAlive(group)) {
    signalGroup(group, "SIGTERM")
    await gone(() => isGroupAlive(group))
    signalGroup(group, "SIGKILL")
  }
  await gone(() => {
    const left = findMarkedProcesses(mark)
    for (const id of left) signalGroup(id, "SIGKILL")
    return left.length > 0 || isGroupAlive(group)
  })
  const watch = child.stdio[3] as Writable | null | undefined
  watch?.destroy()
}

async function gone(isLeft: () => boolean): Promise<void> {
  const deadline = performance.now() + GRACE
  for (let pause = 1; isLeft() && performance.now() < deadline; pause = Math.min(2 * pause, 32)) await wait(pause)
}

/** Processes that were started with this in their environment, on Linux; elsewhere none can be found. */
export function findMarkedProcesses(mark: string): readonly number[] {
  if (process.platform !== "linux") return []
  const wanted = `SKILLET_AGENT_MARK=${mark}`
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && readEnviron(name).split("\0").includes(wanted))
    .map(Number)
}

/** Empty for processes that have ended or belong to another user. */
function readEnviron(id: string): string {
  try {
    return fs.readFileSync(`/proc/${id}/environ`, "latin1")
  } catch (error) {
    if (error instanceof Error && "code" in error) return ""
    throw error
  }
}

/**
 * A shell script that starts an agent and ends it when Skillet is gone, even after SIGKILL. Descriptor 3 is a pipe that
 * Skillet holds open; the watcher waits for it to close. It then ends everything that carries the agent's mark in its
 * environment, which a process keeps when it leaves its group, and the group itself. It checks several times, because a
 * process that is just starting has no visible environment for a moment. The script itself must end first, or it would
 * end the watcher as soon as the agent is gone.
 */
const SUPERVISOR = `mark=$1; shift
exec 4<&0 </dev/null
SKILLET_AGENT_MARK=$mark "$@" <&4 4<&- 3<&- &
agent=$!
exec 4<&-
trap '' TERM
(
  exec >/dev/null 2>&1
  read -r _ <&3
  kill -KILL $$
  for _ in 1 2 3 4; do
    for at in $(grep -lsa "SKILLET_AGENT_MARK=$mark" /proc/[0-9]*/environ); do
      at=\${at#/proc/}
      kill -KILL "\${at%/environ}"
    done
    sleep 0.2 || sleep 1
  done
  kill -KILL -$$
) &
watcher=$!
exec 3<&-
wait $agent
code=$?
kill -KILL $watcher
exit $code`
