import { checksumRow } from "./rows.ts"
import fs from "node:fs"

import type { Database } from "../../../system/database/open-database.ts"
import { damagedError } from "../../../system/database/store-failure.ts"

/**
 * A file next to the database that names the last commit. After a crash SQLite reads its log up to the first damaged
 * frame and silently drops the rest; the last commits are then missing, and the mark shows it. It is written after the
 * commit and may lag behind; it is never ahead.
 */
export interface CommitMark {
  committed(run: number, seq: number): void
  close(): void
}

const WIDTH = 96
/** The version of its content. A mark of another version is ignored. */
const VERSION = 2
const SEQ = "SELECT seq + 0 FROM runs WHERE number = ?"

/** Throws if the database lacks what the mark names. */
export function openCommitMark(database: Database): CommitMark {
  const file = `${database.file}-mark`
  const inode = fs.statSync(database.file).ino
  check(database, file, inode)
  let handle: number | undefined
  let isUsable = true
  return {
    committed(run, seq) {
      if (!isUsable) return
      try {
        handle ??= fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600)
        const cells = [inode, run, seq, VERSION]
        fs.writeSync(handle, [...cells, checksumRow(...cells)].join(" ").padEnd(WIDTH), 0)
      } catch {
        // The commit is already on disk: a mark that cannot be written lags behind, and must not turn it into a
        // failure.
        isUsable = false
      }
    },
    close() {
      if (handle !== undefined) fs.closeSync(handle)
      handle = undefined
    },
  }
}

/**
 * A mark of another file, as after the database was replaced by a copy, is ignored, and so is one that cannot be read.
 */
function check(database: Database, file: string, inode: number): void {
  if (!fs.existsSync(file)) return
  const [of, run, seq, version, sum] = fs.readFileSync(file, "latin1").trim().split(/ +/).map(Number)
  if (of !== inode || run === undefined || seq === undefined || version !== VERSION) return
  if (sum !== checksumRow(of, run, seq, version)) return
  if (Number(database.first(SEQ, [run])?.[0] ?? -1) < seq)
    throw damagedError(database.file, "the last changes it confirmed are missing")
}
