import fs from "node:fs"
import type { ChildProcess, StdioOptions } from "node:child_process"
import { Duplex } from "node:stream"
import { readErrorCode, SkilletError } from "../../problem/failure.ts"
import type { Program } from "./find-program.ts"
import { type ProgramStart, startProgram } from "./start-program.ts"

/** A program and everything it is started with. */
export interface Launch extends ProgramStart {
  readonly cwd: string
  /** The program runs inside bubblewrap, with these options. */
  readonly shutIn?: { readonly bubblewrap: Program; readonly options: readonly string[] }
}

/** What bubblewrap reports about the command in it. */
export interface SandboxStatus {
  /** The first process inside, in a group with the command; undefined if there never was one. */
  readonly first: Promise<number | undefined>
  /** Whether the command itself was reached; known once everything has ended. */
  readonly reached: Promise<boolean>
}

export interface Launched {
  readonly child: ChildProcess
  readonly status?: SandboxStatus
}

const optionsAt = 3
const statusAt = 4

/** Starts a program as the leader of its own process group, with an empty input. */
export function launch(what: Launch): Launched {
  const { shutIn } = what
  if (shutIn === undefined) return { child: start(what) }
  // The options contain the environment: in a pipe, other users cannot read it, unlike an argument list.
  const child = start({
    program: shutIn.bubblewrap,
    search: what.search,
    args: ["--args", String(optionsAt), "--json-status-fd", String(statusAt), "--", what.program, ...what.args],
    cwd: "/",
    env: {},
    shutIn,
  })
  const options = findPipe(child, optionsAt)
  const status = findPipe(child, statusAt)
  if (options === undefined || status === undefined) return { child }
  // Broken if bubblewrap gave up before it had read them all; it reports the reason itself.
  options.on("error", () => undefined)
  options.end(shutIn.options.map((option) => `${option}\0`).join(""))
  return { child, status: readStatus(status) }
}

function start({ shutIn, ...what }: Launch): ChildProcess {
  let nothing: number | undefined
  try {
    const leaked = listInheritedDescriptors()
    if (leaked.length > 0) nothing = fs.openSync("/dev/null", "r")
    const stdio = stdioOver(leaked, nothing ?? "ignore", shutIn !== undefined)
    return startProgram(what, { detached: true, stdio })
  } catch (error) {
    throw error instanceof SkilletError ? error : toStartFailure(what.program, error)
  } finally {
    if (nothing !== undefined) fs.closeSync(nothing)
  }
}

/** The pipes of a command; leaked files are replaced by nothing. */
function stdioOver(leaked: readonly number[], nothing: number | "ignore", shutIn: boolean): StdioOptions {
  const pipes: ("ignore" | "pipe")[] = shutIn ? ["ignore", "pipe", "pipe", "pipe", "pipe"] : ["ignore", "pipe", "pipe"]
  const length = Math.max(pipes.length, ...leaked.map((descriptor) => descriptor + 1))
  return Array.from({ length }, (_, at) => pipes[at] ?? (leaked.includes(at) ? nothing : "ignore"))
}

export function toStartFailure(program: string, error: unknown): SkilletError {
  const code = readErrorCode(error) ?? String(error)
  const isBusy = ["EAGAIN", "EMFILE", "ENFILE", "ENOMEM"].includes(code)
  return new SkilletError("shell.not-started", `${program} could not be started (${code})`, {
    retry: isBusy ? "later" : "no",
    next: isBusy ? "try again when this machine is less busy" : "run `skillet doctor` to see what is installed",
    cause: error,
  })
}

/** Reads JSON documents, one per line: first with `child-pid`, then with `exit-code` if the command was reached. */
function readStatus(stream: Duplex): SandboxStatus {
  let text = ""
  let told: (first: number | undefined) => void
  const first = new Promise<number | undefined>((resolve) => {
    told = resolve
  })
  const reached = new Promise<boolean>((resolve) => {
    stream.setEncoding("utf8")
    stream.on("error", () => undefined)
    stream.on("data", (more: string) => {
      text += more
      const found = /"child-pid"\s*:\s*(\d+)/.exec(text)
      if (found !== null) told(Number(found[1]))
    })
    stream.on("close", () => {
      told(undefined)
      resolve(/"exit-code"\s*:/.test(text))
    })
  })
  return { first, reached }
}

/** None of them if the child could not be started because no more files could be opened. */
function findPipe(child: ChildProcess, at: number): Duplex | undefined {
  const pipe = child.stdio?.[at]
  return pipe instanceof Duplex ? pipe : undefined
}

const closedOnExec = 0o2000000

/**
 * Open files, besides the standard three, that a process passes on to its children unintentionally: they leaked from
 * the process that started it. Empty if the system does not say.
 */
export function listInheritedDescriptors(of: number | "self" = "self"): readonly number[] {
  const folder = `/proc/${of}/fdinfo`
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isInherited(`${folder}/${descriptor}`))
}

function isInherited(info: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(fs.readFileSync(info, "utf8"))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & closedOnExec) === 0
  } catch (error) {
    // The one that was used to read the directory is closed by now.
    if (error instanceof Error && "code" in error) return false
    throw error
  }
}
