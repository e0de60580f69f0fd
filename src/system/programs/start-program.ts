import { type ChildProcess, execFile, spawn, type StdioOptions } from "node:child_process"
import { type Program, requireOutside, type SearchPath } from "./find-program.ts"

/** A program and everything it is started with. */
export interface ProgramStart {
  readonly program: Program
  readonly args: readonly string[]
  readonly search: SearchPath
  readonly cwd?: string | undefined
  /** All variables that it gets, besides the search path and the character set. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** In other character sets a letter can contain the byte of a backslash or a quotation mark. */
const CHARACTERS = { LC_ALL: "C.UTF-8" } as const

/** The variables that every program gets, whatever else it gets. */
export function childVariables({ text }: Pick<SearchPath, "text">): Readonly<Record<"PATH" | "LC_ALL", string>> {
  return { PATH: text, ...CHARACTERS }
}

interface StartOptions {
  readonly stdio: StdioOptions
  readonly detached?: boolean
}

/**
 * Starts a program, without a shell. No other code of Skillet starts one: with `collectOutput` this is the only way.
 */
export function startProgram(start: ProgramStart, options: StartOptions): ChildProcess {
  return spawn(start.program, start.args, { ...prepare(start), ...options })
}

interface CollectOptions {
  /** What it reads from its standard input. */
  readonly input?: string | undefined
  readonly mostBytes: number
  readonly milliseconds?: number | undefined
}

export interface CollectedOutput {
  readonly printed: Buffer
  /** Set if it could not be started, was stopped, or ended with another exit code than 0. */
  readonly failure?: { readonly error: Error; readonly said: string }
}

/** Runs a program to its end, and returns what it printed. */
export function collectOutput(start: ProgramStart, options: CollectOptions): Promise<CollectedOutput> {
  return new Promise((resolve) => {
    const { mostBytes, milliseconds = 0 } = options
    const limits = { maxBuffer: mostBytes, timeout: milliseconds, killSignal: "SIGKILL" } as const
    const how = { ...prepare(start), ...limits, encoding: "buffer" } as const
    const child = execFile(start.program, start.args, how, (error, printed, stderr) =>
      resolve(error === null ? { printed } : { printed, failure: { error, said: stderr.toString("utf8").trim() } }),
    )
    // It may end before it has read everything; its own error message is the answer.
    child.stdin?.on("error", () => undefined)
    child.stdin?.end(options.input ?? "")
  })
}

function prepare({ search, cwd, env }: ProgramStart) {
  requireOutside(search)
  // Node passes NODE_V8_COVERAGE on unless it is named.
  return { cwd, env: { NODE_V8_COVERAGE: undefined, ...env, ...childVariables(search) } }
}
