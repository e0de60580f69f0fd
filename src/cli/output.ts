import fs from "node:fs"
import os from "node:os"
import type { CarriedOptions } from "./carried-options.ts"
import { findStartCommand } from "./find-start-command.ts"
import { groupDigits } from "../text/format-count.ts"
import { cutToWidth } from "../text/measure-width.ts"
import { escapeHiddenAsJson } from "../text/escape-hidden.ts"
import { readErrorCode, SkilletError } from "../problem/failure.ts"

/** The output of the command line: results on `out`, everything else on `err`. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Whether a person is watching. */
  readonly isTerminal: boolean
  readonly width: number
  readonly colour: boolean
  /** The words that start Skillet again from anywhere in a directory (default `skillet`). */
  readonly program?: (directory: string) => string
  /** What printed commands repeat of the command line (default: nothing). */
  readonly carried?: CarriedOptions
  out(text: string): void
  /** A line that a build server is meant to carry out; the caller has escaped everything from outside. */
  logCommand?(text: string): void
  /**
   * Prints a result that counts as delivered: returns when it has been written, and throws if it was not. If `ifLost` is
   * given, that is said on `err` when writing fails, and somebody who throws the result away may do so.
   */
  deliver(text: string, ifLost?: string): Promise<void>
  /** A result for a program; indented if a person is reading. */
  json(value: unknown): void
  err(text: string): void
  /** Called when a module of the user or a project was loaded, which may leave timers and connections open. */
  readonly onModules?: (() => void) | undefined
  /** The progress of long work, for a person who is watching. */
  progress(what: string): Progress
}

/** The output streams of a process. */
export interface Outside {
  readonly env: Io["env"]
  readonly stdout: Stream
  readonly stderr: Stream
  readonly argv?: readonly string[]
  readonly execPath?: string
}

interface Stream extends WritableText {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string, done?: (error?: Error | null) => void): unknown
}

export function openProcessIo({ env, stdout, stderr, argv = [], execPath = "" }: Outside = process): Io {
  const isTerminal = stdout.isTTY === true
  const shownOn = mayRunLogCommands(env) ? inLog : onStream
  // Taken now: what the code of others prints is later kept away from stdout.
  const write = stdout.write.bind(stdout)
  const line = openLine(stderr)
  return {
    env,
    cwd: workingDirectory(),
    isTerminal,
    width: isTerminal ? Math.max(40, stdout.columns ?? 80) : widthWanted(env["COLUMNS"]),
    colour: isTerminal && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb",
    program: (directory) => findStartCommand({ script: argv[1] ?? "", node: execPath, path: env["PATH"] }, directory),
    out: (text) => void write(shownOn(stdout, `${text}\n`)),
    logCommand: (text) => void write(onStream(stdout, `${text}\n`)),
    async deliver(text, ifLost) {
      if (leadsNowhere(stdout)) {
        if (ifLost === undefined) throw notWritten("stdout is closed or the null device")
        return
      }
      await writeFully({ fd: stdout.fd, write }, shownOn(stdout, text), () => {
        if (ifLost !== undefined) stderr.write(shownOn(stderr, `${ifLost}\n`))
      })
    },
    json: (value) => {
      // Two writes: a large result is not copied just to end it with a line break.
      write(shownOn(stdout, JSON.stringify(value, null, isTerminal ? 2 : 0)))
      write("\n")
    },
    err(text) {
      // What is said meanwhile is not put behind the line of the progress, which comes back below it.
      line.remove()
      stderr.write(shownOn(stderr, `${text}\n`))
    },
    progress: (what) => openProgress(stderr, what, line),
  }
}

/** A program gets every byte; a terminal gets nothing that it would interpret. */
function onStream({ isTTY }: Stream, text: string): string {
  return isTTY === true ? terminalText(text) : text
}

function inLog(stream: Stream, text: string): string {
  return escapeLogText(onStream(stream, text))
}

/** A working directory that was removed has no name; the root is used instead. */
function workingDirectory(): string {
  try {
    return process.cwd()
  } catch (error) {
    if (error instanceof Error && "code" in error) return "/"
    throw error
  }
}

/** Output to a pipe is not cut unless requested. */
function widthWanted(columns: string | undefined): number {
  const wanted = Number(columns)
  return Number.isInteger(wanted) && wanted >= 40 ? wanted : Number.POSITIVE_INFINITY
}

/** Shows the progress of long work on one line of a terminal, at most ten times a second. Prints nothing elsewhere. */
interface Progress {
  step(done: number, all: number): void
  /** Changes the text of the line. */
  say(text: string): void
  /** Removes the line. */
  end(): void
}

/** The last line of a terminal, while progress is shown on it. */
interface Line {
  show(text: string): void
  remove(): void
}

function openLine(stream: Stream): Line {
  let isShown = false
  return {
    show(text) {
      isShown = true
      // A line that wraps could not be removed again.
      stream.write(`\r\u001b[2K${cutToWidth(terminalText(text), Math.max(20, (stream.columns ?? 80) - 1))}`)
    },
    remove() {
      if (isShown) stream.write("\r\u001b[2K")
      isShown = false
    },
  }
}

function openProgress(stream: Stream, what: string, line: Line): Progress {
  if (stream.isTTY !== true) return { step: () => undefined, say: () => undefined, end: () => undefined }
  const start = performance.now()
  let last = start
  const show = (text: string) => {
    const now = performance.now()
    if (now - start < 400 || now - last < 100) return
    last = now
    line.show(text)
  }
  return {
    step: (done, all) => show(`${what} ${groupDigits(done)} of ${groupDigits(all)} …`),
    say: (text) => show(`${what} ${text}`),
    end: line.remove,
  }
}

/** The styles that we set ourselves (`style.ts`); every other escape sequence comes from untrusted text. */
const OWN_STYLE = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/

/**
 * The last filter before a terminal: nothing in the output can move the cursor, change the reading direction or hide.
 * Escapes are written as in JSON, so that JSON keeps its value.
 */
function terminalText(text: string): string {
  return text
    .split(OWN_STYLE)
    .map((part, at) => (at % 2 === 1 ? part : escapeHiddenAsJson(part)))
    .join("")
}

/** Set by build servers that carry out commands which they find in a program's output. */
const servers = ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"] as const

function mayRunLogCommands(env: Readonly<Record<string, string | undefined>>): boolean {
  return servers.some((name) => (env[name] ?? "") !== "")
}

/**
 * Output in which a build server finds no commands: names, code and what agents say could contain them. Escapes are
 * written as in JSON, so that JSON keeps its value.
 */
function escapeLogText(text: string): string {
  return text.replace(AT_LINE_START, "$1\\u003a").replace(ANYWHERE, "#\\u0023")
}

/** `::name key=value::text` of GitHub, after any white space. */
const AT_LINE_START = /^(\s*):(?=:[\w-]+(?: [^\n]*)?::)/gm
/** `##[name]` of GitHub, `##vso[…]` of Azure, `##teamcity[…]`. */
const ANYWHERE = /##(?=(?:vso|teamcity)?\[)/gi

/** A stream that reports when it has written a text. */
interface WritableText {
  readonly fd?: number | undefined
  write(text: string, done: (error?: Error | null) => void): unknown
}

/**
 * Writes a line, and returns when it has been written. Throws if it was not, because the reader is gone or the device is
 * full. `lost` is called at once then: the stream's own error ends the process before a promise can be awaited.
 */
async function writeFully(stream: WritableText, text: string, lost: () => void): Promise<void> {
  // Two writes: a file on a full disk may take a part of the text without an error, but then not the line break.
  for (const part of [text, "\n"])
    await new Promise<void>((resolve, reject) => {
      stream.write(part, (error) => {
        if (!error) return resolve()
        // A reader that stops early, as `head` does, has what it wanted.
        if (readErrorCode(error) !== "EPIPE") lost()
        reject(notWritten(error.message))
      })
    })
}

/** Node replaces a closed stdout by the null device, so the two look the same. */
function leadsNowhere({ fd }: WritableText): boolean {
  if (fd === undefined || os.devNull !== "/dev/null") return false
  const stat = fs.fstatSync(fd)
  return stat.isCharacterDevice() && stat.rdev === fs.statSync(os.devNull, { throwIfNoEntry: false })?.rdev
}

function notWritten(why: string): SkilletError {
  return new SkilletError("output.not-written", `the result could not be written: ${why}`, {
    retry: "later",
    next: "let something read stdout",
  })
}
