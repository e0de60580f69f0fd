import type { AgentRequest } from "./agent-driver.ts"

/** Receives the lines that an agent's program printed, without the values of secrets. It never throws. */
export interface RawSink {
  add(line: string): void
  /** `dropped` lines were too long to be read at all. */
  end(dropped: number): void
}

/** Opens the sink for one start of an agent's program. `note` receives what is not kept, and why. */
export type KeepRaw = (request: AgentRequest, note: (text: string) => void) => RawSink

export interface RawLimits {
  /** In bytes. Of a longer line only the beginning is kept. */
  readonly line: number
  /** In bytes. What does not fit is not kept. */
  readonly file: number
}

export const rawLimits: RawLimits = { line: 1024 * 1024, file: 32 * 1024 * 1024 }

/** What Skillet adds to raw lines, where something is missing. */
export interface RawGap {
  readonly skillet: "line-cut" | "file-full" | "lines-dropped"
  readonly text: string
  /** The beginning of a line that was cut. */
  readonly start?: string | undefined
}

/** A printed line as one line of JSON: an object as it was printed, anything else as a string. */
export function toRawRecord(line: string, limits: RawLimits): string {
  const bytes = Buffer.byteLength(line)
  if (bytes <= limits.line) return isJsonObject(line) ? line.trim() : JSON.stringify(line)
  const start = Buffer.from(line)
    .subarray(0, limits.line)
    .toString("utf8")
    .replace(/\ufffd+$/, "")
  const text = `this line has ${bytes} bytes; only its first ${limits.line} are kept`
  return writeGap({ skillet: "line-cut", text, start })
}

/** Whether a record still fits after this many bytes. */
export function hasRoom(used: number, record: string, limits: RawLimits): boolean {
  return used + Buffer.byteLength(record) + 1 <= limits.file
}

export function writeFullGap(limits: RawLimits): string {
  return writeGap({
    skillet: "file-full",
    text: `lines are missing here: only ${limits.file} bytes are kept for a turn`,
  })
}

export function writeDroppedGap(dropped: number): string {
  return writeGap({
    skillet: "lines-dropped",
    text: `lines that were too long to be read and are not kept: ${dropped}`,
  })
}

function writeGap(gap: RawGap): string {
  return JSON.stringify(gap)
}

/** A record as a value; text that is not JSON, such as a line that was cut off by a crash, as a string. */
export function readRawRecord(record: string): unknown {
  try {
    return JSON.parse(record)
  } catch (error) {
    if (error instanceof SyntaxError) return record
    throw error
  }
}

function isJsonObject(line: string): boolean {
  return line.trimStart().startsWith("{") && typeof readRawRecord(line) === "object"
}
