import fs from "node:fs"
import path from "node:path"
import { replaceFile } from "../../adapters/replace-file.ts"
import { makeDirectory } from "../../adapters/make-directory.ts"

/**
 * Puts a report into a file. A link at that name is replaced, never written through; only a device or pipe is written
 * to, because it cannot be replaced.
 */
export function writeReportFile(file: string, text: string): void {
  makeDirectory(path.dirname(file))
  const found = fs.lstatSync(file, { throwIfNoEntry: false })
  const isStream = file.startsWith("/dev/") || found?.isFIFO() === true || found?.isCharacterDevice() === true
  if (isStream) fs.writeFileSync(file, text)
  else replaceFile(file, text, { mode: 0o644 })
}
