import path from "node:path"
import type { Synchronous } from "./decode-cells.ts"
import { SkilletError } from "../../problem/failure.ts"

const CHOOSE_ANOTHER =
  "set SKILLET_DB to another file; if this one was Skillet's, restore a copy of it, or move it away to start anew"

/** Error codes of SQLite and the system, by their beginnings. The first match counts. */
const failures: readonly (readonly [begin: string, code: string, retry: "no" | "later", what: string, next: string])[] =
  [
    ["SQLITE_BUSY", "store.busy", "later", "is being written by another process", "try again in a moment"],
    ["SQLITE_LOCKED", "store.busy", "later", "is being written by another process", "try again in a moment"],
    [
      "SQLITE_FULL",
      "store.full",
      "later",
      "cannot be extended: the disk is full",
      "free some space on its disk, then try again",
    ],
    [
      "SQLITE_READONLY",
      "store.read-only",
      "no",
      "cannot be written",
      "give yourself write permission for the file and its directory",
    ],
    [
      "SQLITE_CANTOPEN",
      "store.io",
      "no",
      "cannot be opened",
      "check that its directory exists and that you have write permission",
    ],
    [
      "SQLITE_PERM",
      "store.io",
      "no",
      "cannot be opened",
      "check that its directory exists and that you have write permission",
    ],
    ["SQLITE_IOERR", "store.io", "later", "cannot be read or written", "check the disk it is on, then try again"],
    [
      "ENOSPC",
      "store.full",
      "later",
      "cannot be extended: the disk is full",
      "free some space on its disk, then try again",
    ],
    [
      "EDQUOT",
      "store.full",
      "later",
      "cannot be extended: the disk is full",
      "free some space on its disk, then try again",
    ],
    [
      "EFBIG",
      "store.full",
      "later",
      "cannot be extended: the disk is full",
      "free some space on its disk, then try again",
    ],
    [
      "EROFS",
      "store.read-only",
      "no",
      "cannot be written",
      "give yourself write permission for the file and its directory",
    ],
    [
      "EACCES",
      "store.read-only",
      "no",
      "cannot be written",
      "give yourself write permission for the file and its directory",
    ],
    ["ENO", "store.io", "no", "cannot be opened", "check that its directory exists and that you have write permission"],
    [
      "EEXIST",
      "store.io",
      "no",
      "cannot be opened",
      "check that its directory exists and that you have write permission",
    ],
    ["EIO", "store.io", "later", "cannot be read or written", "check the disk it is on, then try again"],
    ["SQLITE_CORRUPT", "store.damaged", "no", "is damaged", ""],
    ["SQLITE_NOTADB", "store.damaged", "no", "is not a database, or is damaged", CHOOSE_ANOTHER],
  ]

export function translateErrors<Result>(file: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw storeFailure(file, error)
  }
}

/** A database failure in words for people; any other error unchanged. */
function storeFailure(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SkilletError) return error
  const said =
    "code" in error && typeof error.code === "string" && error.code !== "" ? error.code : readCode(error.message)
  if (/^(no such (table|column)|malformed JSON|table \w+ (has no column|already exists))/.test(error.message))
    return damagedError(file, error.message, error)
  const found = failures.find(([begin]) => said.startsWith(begin))
  if (found === undefined) return error
  const [, code, retry, what, next] = found
  if (code === "store.damaged" && next === "") return damagedError(file, error.message, error)
  return new SkilletError(code, `${file} ${what}`, { retry, next, cause: error })
}

export const OTHER_TABLES = "it has tables of another program"

/** A file of another program. It was not changed. */
export function foreignError(file: string, what: string, cause?: unknown): SkilletError {
  return new SkilletError("store.foreign", `${file} is not a database of Skillet: ${what}`, {
    retry: "no",
    next: CHOOSE_ANOTHER,
    cause,
  })
}

export function directoryError(file: string): SkilletError {
  return new SkilletError("store.io", `${file} is a directory, not a database`, {
    retry: "no",
    next: `set SKILLET_DB to a file, such as ${path.join(file, "skillet.db")}`,
  })
}

export function damagedError(file: string, what: string, cause?: unknown): SkilletError {
  return new SkilletError("store.damaged", `${file} is damaged: ${what}`, {
    retry: "no",
    next: "copy the file and the files next to it to a safe place, then run `skillet doctor`",
    cause,
  })
}

/** If a connection cannot be made, the number is at the end of the message, and there is no code. */
function readCode(message: string): string {
  const number = /^ConnectionFailed\(.*: (\d+)"\)$/s.exec(message)?.[1]
  const codes: Readonly<Record<string, string>> = {
    5: "SQLITE_BUSY",
    10: "SQLITE_IOERR",
    11: "SQLITE_CORRUPT",
    13: "SQLITE_FULL",
    14: "SQLITE_CANTOPEN",
    26: "SQLITE_NOTADB",
  }
  return (number === undefined ? undefined : codes[number]) ?? ""
}

/** Each function as in the port: if it throws, the promise is rejected with our own error. */
export function toAsyncPort<Port extends object>(file: string, functions: Synchronous<Port>): Port {
  const entries = Object.entries(functions as Record<string, (...given: readonly unknown[]) => unknown>)
  return Object.fromEntries(
    entries.map(([name, act]) => [
      name,
      async (...given: readonly unknown[]) => translateErrors(file, () => act(...given)),
    ]),
  ) as Port
}
