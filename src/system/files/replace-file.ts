import { randomBytes } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { makeDirectory } from "./make-directory.ts"

export interface ReplaceOptions {
  readonly mode: number
  /** Whether it must be on disk when this returns. */
  readonly isDurable?: boolean
}

/**
 * Replaces a whole file: written next to it under an unpredictable name, never through a link, and renamed. A reader
 * sees the old content or the new; of several concurrent writers, one wins.
 */
export function replaceFile(file: string, content: string | Uint8Array, { mode, isDurable }: ReplaceOptions): void {
  const beside = path.join(path.dirname(file), `.skillet-${randomBytes(8).toString("hex")}`)
  try {
    const handle = fs.openSync(beside, "wx", mode)
    try {
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
