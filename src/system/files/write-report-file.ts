import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { replaceFile } from "./replace-file.ts"
import { makeDirectory } from "./make-directory.ts"

/**
 * Puts a report into a file. A link at that name is replaced, never written through; only a device or pipe is written
 * to, because it cannot be replaced.
 */
export function writeReportFile(file: string, text: string, next = NAME_ANOTHER): void {
  try {
    const found = fs.lstatSync(file, { throwIfNoEntry: false })
    const isStream = file.startsWith("/dev/") || found?.isFIFO() === true || found?.isCharacterDevice() === true
    if (found?.isDirectory() === true) throw notWritten(file, { why: "it is a directory", next })
    makeDirectory(path.dirname(file))
    if (isStream) fs.writeFileSync(file, text)
    else replaceFile(file, text, { mode: 0o644 })
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error instanceof SkilletError) throw error
    throw notWritten(file, { why: error.message.replace(/,.*$/s, ""), next, cause: error })
  }
}

const NAME_ANOTHER = "name another file, or check that you have write permission"

function notWritten(
  file: string,
  { why, ...how }: { readonly why: string; readonly next: string; readonly cause?: Error },
): SkilletError {
  return new SkilletError("report.not-written", `${file} cannot be written: ${why}`, { retry: "no", ...how })
}
