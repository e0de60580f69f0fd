import fs from "node:fs"
import path from "node:path"
import type { AgentAnswer, AgentEvent, AgentRequest, ItemKey, Usage } from "../../../agents/agent-driver.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"
import { locateRunFolder, toFileName } from "./agent-files.ts"
import { isRawLog } from "./raw-log.ts"

/** A line of a transcript. An agent that was started again continues in the same file, with another `start`. */
export type TranscriptLine = { readonly at: number } & (
  | {
      readonly kind: "start"
      readonly key: ItemKey
      readonly attempt: number
      readonly agent: string
      readonly driver: string
      readonly model?: string | undefined
      readonly cwd: string
      /** Of the prompt, and the prompt itself. */
      readonly asked: string
      readonly prompt: string
      /** Of the process that drives it. */
      readonly pid: number
    }
  | AgentEvent
  | ({ readonly kind: "end" } & AgentAnswer)
  | { readonly kind: "failed"; readonly code: string; readonly message: string; readonly usage?: Usage | undefined }
)

export type TranscriptStart = Extract<TranscriptLine, { readonly kind: "start" }>

export interface TranscriptWriter {
  readonly file: string
  add(line: TranscriptLine): void
  /** The last line is on disk when this returns. */
  close(line: TranscriptLine): void
}

/** The path of a transcript: one file for each agent, in a directory for its run. */
export function locateTranscript(folder: string, { key, attempt = 0 }: Pick<AgentRequest, "key" | "attempt">): string {
  const item = key.item === "-" ? "" : `.${toFileName(key.item)}`
  return path.join(locateRunFolder(folder, key.run), `${toFileName(key.step)}.${key.round}${item}.${attempt}.jsonl`)
}

export function openTranscript(file: string): TranscriptWriter {
  makeDirectory(path.dirname(file), 0o700)
  const handle = fs.openSync(file, "a", 0o600)
  const add = (line: TranscriptLine) => void fs.writeSync(handle, `${JSON.stringify(line)}\n`)
  return {
    file,
    add,
    close(line) {
      add(line)
      fs.fsyncSync(handle)
      fs.closeSync(handle)
    },
  }
}

export interface TranscriptPart {
  readonly lines: readonly TranscriptLine[]
  /** Where to continue reading. */
  readonly cursor: number
}

/** The complete lines of a transcript from a position. A line that is still being written is left for the next read. */
export function readAgentTranscript(file: string, cursor = 0): TranscriptPart {
  if (!fs.existsSync(file)) return { lines: [], cursor }
  const handle = fs.openSync(file, "r")
  try {
    const { size } = fs.fstatSync(handle)
    const bytes = Buffer.alloc(Math.max(0, size - cursor))
    fs.readSync(handle, bytes, 0, bytes.length, cursor)
    const end = bytes.lastIndexOf(10) + 1
    const lines = bytes.subarray(0, end).toString("utf8").split("\n").flatMap(parseLine)
    return { lines, cursor: cursor + end }
  } finally {
    fs.closeSync(handle)
  }
}

/** A line that was cut off by a crash is ignored. */
function parseLine(text: string): readonly TranscriptLine[] {
  if (text === "") return []
  try {
    return [JSON.parse(text) as TranscriptLine]
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

/** The transcripts of a run, in the order of their beginning. */
export function listTranscripts(folder: string, run: string): readonly string[] {
  const at = locateRunFolder(folder, run)
  if (!fs.existsSync(at)) return []
  return fs
    .readdirSync(at)
    .filter((name) => name.endsWith(".jsonl") && !isRawLog(name))
    .map((name) => path.join(at, name))
    .sort((one, other) => fs.statSync(one).birthtimeMs - fs.statSync(other).birthtimeMs || (one < other ? -1 : 1))
}
