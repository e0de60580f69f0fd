import fs from "node:fs"
import path from "node:path"
import {
  hasRoom,
  rawLimits,
  toRawRecord,
  writeDroppedGap,
  writeFullGap,
  type RawSink,
} from "../../../agents/raw-lines.ts"
import { describeError, readErrorCode } from "../../../problem/failure.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"

const ENDING = ".raw.jsonl"

/** The file with the output of an agent's program, beside its transcript. */
export function locateRawLog(transcript: string): string {
  return transcript.replace(/\.jsonl$/, ENDING)
}

export function isRawLog(file: string): boolean {
  return file.endsWith(ENDING)
}

/**
 * Writes the output of an agent's program to a file.
 *
 * 1. An agent never fails because of it: when a line cannot be written, that is noted once and nothing more is written.
 * 2. Where something was cut or left out, the file says so.
 */
export function openRawLog(file: string, note: (text: string) => void, limits = rawLimits): RawSink {
  let handle: number | undefined
  let used = 0
  let isStopped = false
  return {
    add(line) {
      const record = toRawRecord(line, limits)
      attempt(() => {
        open()
        if (hasRoom(used, record, limits)) return write(record)
        write(writeFullGap(limits))
        isStopped = true
        note(`not all of the program's raw output is kept: only ${limits.file} bytes are kept for a turn`)
      })
    },
    end(dropped) {
      if (dropped > 0)
        attempt(() => {
          open()
          write(writeDroppedGap(dropped))
        })
      const opened = handle
      handle = undefined
      if (opened !== undefined) guard(() => fs.closeSync(opened))
      isStopped = true
    },
  }

  function attempt(act: () => void): void {
    if (!isStopped) guard(act)
  }

  function guard(act: () => void): void {
    try {
      act()
    } catch (error) {
      if (readErrorCode(error) === undefined) throw error
      if (!isStopped) note(`the program's raw output is not kept from here on: ${describeError(error)}`)
      isStopped = true
    }
  }

  function open(): void {
    if (handle !== undefined) return
    makeDirectory(path.dirname(file), 0o700)
    handle = fs.openSync(file, "a+", 0o600)
    used = fs.fstatSync(handle).size
    // A process that was killed may have left half a line.
    const last = Buffer.alloc(1)
    if (used > 0 && fs.readSync(handle, last, 0, 1, used - 1) === 1 && last[0] !== 10) write("")
  }

  function write(record: string): void {
    if (handle === undefined) return
    const bytes = Buffer.from(`${record}\n`)
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(handle, bytes, at)
    used += bytes.length
  }
}

/** The lines of a raw log, oldest first; none if nothing was kept. */
export function readRawLog(file: string): readonly string[] {
  if (!fs.existsSync(file)) return []
  return fs
    .readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
}
