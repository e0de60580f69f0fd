import type { ChildProcess } from "node:child_process"
import os from "node:os"
import { setTimeout as wait } from "node:timers/promises"
import type { OutputCapture } from "./capture-output.ts"
import { type Launch, launch, type Launched, toStartFailure } from "./launch.ts"
import { isAlive, isGroupAlive, signalGroup } from "./is-alive.ts"

export interface RunLimits {
  readonly milliseconds: number
  /** How long a process has to end by itself after it was asked to. */
  readonly grace: number
  readonly signal?: AbortSignal | undefined
}

export type ProgramEnding =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "stopped"; readonly why: "time" | "output" }
  /** Bubblewrap ended before it reached the command. */
  | { readonly kind: "not-reached" }

/** How long a pipe is read after the program has ended: while it is silent, and at most. */
const silence = 200
const lastWords = 1000
const longestTimer = 2 ** 31 - 1

/**
 * Runs a program to its end, or stops it. However it returns or throws, no process of its group is left, nor any
 * process in the sandbox, and no file of it is open. Rejects with the signal's reason if aborted.
 */
export async function runProgram(what: Launch, capture: OutputCapture, limits: RunLimits): Promise<ProgramEnding> {
  const launched = launch(what)
  const { child } = launched
  const exited = waitForExit(child, what.shutIn?.bubblewrap ?? what.program)
  const stop = stopper(limits)
  const closed = listen(child, (stream, chunk) => {
    stop.unless(() => capture.add(stream, chunk) === "kept")
  })
  remember(child)
  try {
    await Promise.race([exited, stop.stopped])
    stop.settle()
    await endGroup(launched, limits.grace)
    const exit = await exited
    await closed()
    const why = stop.why()
    if (why === "abort") throw limits.signal?.reason
    if (why !== undefined) return { kind: "stopped", why }
    const reached = exit.signal !== null || ((await launched.status?.reached) ?? true)
    return reached ? { kind: "exited", code: toExitCode(exit) } : { kind: "not-reached" }
  } finally {
    stop.settle()
    forget(child)
    for (const pipe of child.stdio ?? []) pipe?.destroy()
  }
}

interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

function waitForExit(child: ChildProcess, program: string): Promise<Exit> {
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once("exit", (code, signal) => resolve({ code, signal }))
    child.once("error", (error) => reject(toStartFailure(program, error)))
  })
  exited.catch(() => undefined)
  return exited
}

/** As shells and bubblewrap count: 128 and the signal's number. */
function toExitCode({ code, signal }: Exit): number {
  return code ?? 128 + (signal === null ? 0 : os.constants.signals[signal])
}

/** What stops a command early: the time limit, too much output, the caller, or output that cannot be stored. */
function stopper({ milliseconds, signal }: RunLimits) {
  let why: "time" | "output" | "abort" | undefined
  let failed: { readonly error: unknown } | undefined
  let isSettled = false
  let resolve: () => void
  const stopped = new Promise<void>((done) => {
    resolve = done
  })
  const stop = (reason: "time" | "output" | "abort") => {
    if (isSettled) return
    why ??= reason
    resolve()
  }
  const abort = () => stop("abort")
  const timer = setTimeout(() => stop("time"), Math.min(milliseconds, longestTimer))
  signal?.addEventListener("abort", abort, { once: true })
  if (signal?.aborted) abort()
  return {
    stopped,
    unless(keep: () => boolean): void {
      if (failed !== undefined) return
      try {
        if (!keep()) stop("output")
      } catch (error) {
        failed = { error }
        resolve()
      }
    },
    /** From here on nothing stops it any more: it has ended, or is about to. */
    settle(): void {
      isSettled = true
      clearTimeout(timer)
      signal?.removeEventListener("abort", abort)
    },
    why() {
      if (failed !== undefined) throw failed.error
      return why
    },
  }
}

/** Passes on the output. The result waits for its end, or for silence if an escaped process keeps the pipe open. */
function listen(child: ChildProcess, heard: (stream: "stdout" | "stderr", chunk: Buffer) => void) {
  let last = performance.now()
  const ends = (["stdout", "stderr"] as const).map((stream) => {
    const pipe = child[stream]
    pipe?.on("data", (chunk: Buffer) => {
      last = performance.now()
      heard(stream, chunk)
    })
    return new Promise<void>((resolve) => {
      pipe?.once("close", resolve)
      pipe?.once("error", () => resolve())
    })
  })
  return async (): Promise<void> => {
    const all = Promise.all(ends)
    const ended = performance.now()
    last = ended
    const timer = setInterval(() => {
      if (performance.now() - last < silence && performance.now() - ended < lastWords) return
      child.stdout?.destroy()
      child.stderr?.destroy()
    }, silence / 4)
    await all
    clearInterval(timer)
  }
}

/**
 * Ends the rest of the group, with SIGTERM first, then with SIGKILL. The first process in a sandbox takes all others
 * with it.
 */
async function endGroup({ child, status }: Launched, grace: number): Promise<void> {
  const head = child.pid
  if (head === undefined) return
  const group = status === undefined ? head : await Promise.race([status.first, wait(grace, head, { ref: false })])
  if (group === undefined || !isLeft(group)) return
  signalGroup(group, "SIGTERM")
  if (await isGone(group)) return
  signalGroup(group, "SIGKILL")
  if (!hasExited()) signalGroup(head, "SIGKILL")
  await isGone(group)

  async function isGone(id: number): Promise<boolean> {
    const deadline = performance.now() + grace
    for (let pause = 1; isLeft(id) && performance.now() < deadline; pause = Math.min(2 * pause, 16)) await wait(pause)
    return !isLeft(id)
  }

  function isLeft(id: number): boolean {
    return !hasExited() || (status === undefined ? isGroupAlive(id) : isAlive(id))
  }

  function hasExited(): boolean {
    return child.exitCode !== null || child.signalCode !== null
  }
}

/** Running groups; they end with this process. */
const running = new Set<number>()

function remember({ pid }: ChildProcess): void {
  if (pid === undefined) return
  if (running.size === 0) process.on("exit", endAll)
  running.add(pid)
}

function forget({ pid }: ChildProcess): void {
  if (pid !== undefined) running.delete(pid)
  if (running.size === 0) process.off("exit", endAll)
}

function endAll(): void {
  for (const group of running) signalGroup(group, "SIGKILL")
}
