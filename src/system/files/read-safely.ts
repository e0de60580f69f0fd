import { groupDigits } from "../../text/format-count.ts"
import fs from "node:fs"
import { SkilletError } from "../../problem/failure.ts"

/** A SKILL.md larger than this is not read. */
export const MAX_FILE = 1024 * 1024

const FLAGS = fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK

/**
 * Reads a regular file whose real path is known. If a link has since replaced it or a directory above it, that is an
 * error, and the link is never followed; a pipe or device does not block.
 */
export function readSafely(realPath: string, most: number): Buffer {
  const handle = openSafely(realPath)
  try {
    const stat = fs.fstatSync(handle)
    if (!stat.isFile()) throw failed("file.not-regular", `${realPath} is not a regular file`)
    if (stat.size > most)
      throw failed("file.too-large", `${realPath} is larger than ${groupDigits(Math.floor(most / 1024))} KiB`)
    const bytes = fs.readFileSync(handle)
    if (bytes.length > most) throw failed("file.too-large", `${realPath} grew while it was being read`)
    return bytes
  } finally {
    fs.closeSync(handle)
  }
}

/**
 * Opens a file without following a link, at its own path or above it, and without waiting for a writer; the caller
 * closes it.
 */
export function openSafely(realPath: string): number {
  const handle = openWithoutLink(realPath)
  if (openedPath(handle, realPath) === realPath) return handle
  fs.closeSync(handle)
  throw failed("file.moved", `${realPath} was moved while it was being opened`)
}

/** The same without checking the directories above: for those that nobody else can change. */
export function openWithoutLink(realPath: string): number {
  try {
    return fs.openSync(realPath, FLAGS)
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    const why = error.code === "ELOOP" ? "it was replaced by a link" : error.message.replace(/,.*$/, "")
    throw failed("file.unreadable", `${realPath} cannot be read (${why})`, error)
  }
}

/** The path of a handle if the system provides it, else the requested one. */
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
