import { startedAs } from "./started-as.ts"
import { type Progress, progressOn } from "./terminal/progress.ts"
import { terminalText } from "./terminal/terminal-text.ts"

/** The command line's way out: results on `out`, everything else on `err`. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Whether a person is watching. */
  readonly isTerminal: boolean
  readonly width: number
  readonly colour: boolean
  /** The words that start Skillet again from any place in a directory (default `skillet`). */
  readonly program?: (directory: string) => string
  out(text: string): void
  /** A result for a program; indented where a person reads along. */
  json(value: unknown): void
  err(text: string): void
  /** How far a long work is, for a person who watches. */
  progress(what: string): Progress
}

/** What a process offers to write to. */
export interface Outside {
  readonly env: Io["env"]
  readonly stdout: Stream & { readonly columns?: number }
  readonly stderr: Stream
  readonly argv?: readonly string[]
  readonly execPath?: string
}

interface Stream {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export function processIo({ env, stdout, stderr, argv = [], execPath = "" }: Outside = process): Io {
  const isTerminal = stdout.isTTY === true
  return {
    env,
    cwd: workingDirectory(),
    isTerminal,
    width: isTerminal ? Math.max(40, stdout.columns ?? 80) : widthWanted(env["COLUMNS"]),
    colour: isTerminal && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb",
    program: (directory) => startedAs({ script: argv[1] ?? "", node: execPath, path: env["PATH"] }, directory),
    out: (text) => void stdout.write(shownOn(stdout, `${text}\n`)),
    json: (value) => {
      // Two writes: a large result is not copied just to end it with a line break.
      stdout.write(shownOn(stdout, JSON.stringify(value, null, isTerminal ? 2 : 0)))
      stdout.write("\n")
    },
    err: (text) => void stderr.write(shownOn(stderr, `${text}\n`)),
    progress: (what) => progressOn(stderr, what),
  }
}

/** A program gets every byte; a terminal gets nothing that it would act on. */
function shownOn({ isTTY }: Stream, text: string): string {
  return isTTY === true ? terminalText(text) : text
}

/** A working directory that was removed meanwhile has no name; then we stand at the root. */
function workingDirectory(): string {
  try {
    return process.cwd()
  } catch (error) {
    if (error instanceof Error && "code" in error) return "/"
    throw error
  }
}

/** Nobody cuts what goes into a pipe, unless asked to. */
function widthWanted(columns: string | undefined): number {
  const wanted = Number(columns)
  return Number.isInteger(wanted) && wanted >= 40 ? wanted : Number.POSITIVE_INFINITY
}
