import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { replaceFile } from "./replace-file.ts"
import { isBelow } from "../../text/folder-paths.ts"
import { makeDirectory } from "./make-directory.ts"

/**
 * Puts a report into a file. A link at that name is replaced, never written through; only a device or pipe is written
 * to, because it cannot be replaced. Missing directories are made below `below`; elsewhere only the last one is, and
 * none at the top of the file system: a misspelt path must not leave directories behind.
 */
export function writeReportFile(file: string, text: string, { next = NAME_ANOTHER, below }: ReportPlace = {}): void {
  try {
    const found = fs.lstatSync(file, { throwIfNoEntry: false })
    const isStream = file.startsWith("/dev/") || found?.isFIFO() === true || found?.isCharacterDevice() === true
    if (found?.isDirectory() === true) throw notWritten(file, { why: "it is a directory", next })
    const missing = findMissingDirectory(path.dirname(file), below)
    if (missing !== undefined) throw notWritten(file, { why: `${missing} does not exist`, next: MAKE_IT })
    makeDirectory(path.dirname(file))
    if (isStream) fs.writeFileSync(file, text)
    else replaceFile(file, text, { mode: 0o644 })
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error instanceof SkilletError) throw error
    throw notWritten(file, { why: error.message.replace(/,.*$/s, ""), next, cause: error })
  }
}

interface ReportPlace {
  /** What to do if it cannot be written. */
  readonly next?: string | undefined
  /** The directory in which others may be made. */
  readonly below?: string | undefined
}

/** The directory that a person has to make first. */
function findMissingDirectory(folder: string, below: string | undefined): string | undefined {
  const parent = path.dirname(folder)
  if (fs.existsSync(folder) || (below !== undefined && isBelow(below, folder))) return undefined
  if (path.dirname(parent) === parent) return folder
  return fs.existsSync(parent) ? undefined : parent
}

const MAKE_IT = "make the directory first, or name another file"
const NAME_ANOTHER = "name another file, or check that you have write permission"

function notWritten(
  file: string,
  { why, ...how }: { readonly why: string; readonly next: string; readonly cause?: Error },
): SkilletError {
  return new SkilletError("report.not-written", `${file} cannot be written: ${why}`, { retry: "no", ...how })
}
