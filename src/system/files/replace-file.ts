import { randomBytes } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { makeDirectory } from "./make-directory.ts"

export interface ReplaceOptions {
  readonly mode: number
  /** Whether it must be on disk when this returns. */
  readonly isDurable?: boolean
  /** Whether the mode is exactly this one; else the user's umask takes bits away. */
  readonly isExact?: boolean
}

/**
 * Replaces a whole file: written next to it under an unpredictable name, never through a link, and renamed. A reader
 * sees the old content or the new; of several concurrent writers, one wins.
 */
export function replaceFile(
  file: string,
  content: string | Uint8Array,
  { mode, isDurable, isExact }: ReplaceOptions,
): void {
  const beside = path.join(path.dirname(file), `.skillet-${randomBytes(8).toString("hex")}`)
  try {
    const handle = fs.openSync(beside, "wx", mode)
    try {
      if (isExact === true) fs.fchmodSync(handle, mode)
      fs.writeFileSync(handle, content)
      if (isDurable === true) fs.fsyncSync(handle)
    } finally {
      fs.closeSync(handle)
    }
    fs.renameSync(beside, file)
  } catch (error) {
    if (fs.existsSync(beside)) fs.rmSync(beside, { force: true })
    throw error
  }
}

/** Replaces what is in a file that keeps its mode; a new one gets that of the user. */
export function rewriteFile(file: string, content: string | Uint8Array): void {
  const mode = fs.statSync(file, { throwIfNoEntry: false })?.mode
  replaceFile(file, content, mode === undefined ? { mode: 0o644 } : { mode: mode & 0o777, isExact: true })
}

/** Keeps what can be made again in a directory of ours. If the disk refuses, nothing is lost but time. */
export function saveFile(file: string, content: string | Uint8Array): "saved" | "failed" {
  try {
    makeDirectory(path.dirname(file), 0o700)
    replaceFile(file, content, { mode: 0o600 })
    return "saved"
  } catch (error) {
    if (error instanceof Error && "code" in error) return "failed"
    throw error
  }
}
