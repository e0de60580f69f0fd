import { grouped } from "../text/grouped.ts"
import fs from "node:fs"
import { SkilletError } from "../problem/failure.ts"

/** A SKILL.md larger than this is not read. */
export const MAX_FILE = 1024 * 1024

const FLAGS = fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK

/**
 * Reads a regular file whose real path is known. A link put in its place, or in that of a folder above it, since it
 * was looked at is an error and never followed; a pipe or device does not hang us.
 */
export function readSafely(realPath: string, most: number): Buffer {
  const handle = openSafely(realPath)
  try {
    const stat = fs.fstatSync(handle)
    if (!stat.isFile()) throw failed("file.not-regular", `${realPath} is not a regular file`)
    if (stat.size > most)
      throw failed("file.too-large", `${realPath} is larger than ${grouped(Math.floor(most / 1024))} KiB`)
    const bytes = fs.readFileSync(handle)
    if (bytes.length > most) throw failed("file.too-large", `${realPath} grew while it was being read`)
    return bytes
  } finally {
    fs.closeSync(handle)
  }
}

/** Opens without following a link, in its own place or above it, or waiting for a writer; the caller closes. */
export function openSafely(realPath: string): number {
  const handle = openWithoutLink(realPath)
  if (openedPath(handle, realPath) === realPath) return handle
  fs.closeSync(handle)
  throw failed("file.moved", `${realPath} was moved while it was being opened`)
}

/** The same without looking at the folders above: for those that nobody else can change. */
export function openWithoutLink(realPath: string): number {
  try {
    return fs.openSync(realPath, FLAGS)
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    const why = error.code === "ELOOP" ? "it was replaced by a link" : error.message.replace(/,.*$/, "")
    throw failed("file.unreadable", `${realPath} cannot be read (${why})`, error)
  }
}

/** The path of a handle where the system tells, else the one that was asked for. */
function openedPath(handle: number, asked: string): string {
  try {
    return fs.readlinkSync(`/proc/self/fd/${handle}`)
  } catch (error) {
    if (error instanceof Error && "code" in error) return asked
    throw error
  }
}

function failed(code: string, message: string, cause?: unknown): SkilletError {
  return new SkilletError(code, message, { retry: "no", next: "run skillet list to see the current skills", cause })
}
