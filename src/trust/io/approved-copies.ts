import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import { readSafely } from "../../system/files/read-safely.ts"
import { saveFile } from "../../system/files/replace-file.ts"
import { sha256 } from "../../text/sha256.ts"
import type { Approval } from "./approval.ts"

/**
 * Copies of approved texts, so that a later change can be shown. They are named by their content and private to the
 * user. Nothing is decided by them: what is trusted follows from the digests of an approval alone.
 */
export interface ApprovedCopies {
  /** Copies the texts that an approval covers, as far as they are small and unchanged. */
  keep(approval: Approval): void
  /** The text with this digest; undefined if no copy was kept, or if it is not what it should be. */
  read(digest: string): string | undefined
  /** Removes copies that none of these approvals needs. */
  prune(approvals: readonly Approval[]): void
}

const MOST_OF_A_FILE = 256 * 1024
const MOST_OF_AN_APPROVAL = 4 * 1024 * 1024

export function openApprovedCopies(folder: string): ApprovedCopies {
  return {
    keep(approval) {
      if (!path.isAbsolute(approval.path)) return
      let room = MOST_OF_AN_APPROVAL
      for (const { path: name, digest } of approval.files) {
        const text = readSmallText(path.join(path.dirname(approval.path), name))
        if (text === undefined || sha256(text) !== digest || text.length > room) continue
        room -= text.length
        saveFile(path.join(folder, digest), text)
      }
    },
    read(digest) {
      if (!/^[0-9a-f]{64}$/.test(digest) || !fs.existsSync(folder)) return undefined
      const text = readSmallText(path.join(fs.realpathSync(folder), digest))
      return text !== undefined && sha256(text) === digest ? text : undefined
    },
    prune(approvals) {
      if (!fs.existsSync(folder)) return
      const needed = new Set(approvals.flatMap(({ files }) => files.map(({ digest }) => digest)))
      for (const name of fs.readdirSync(folder))
        if (!needed.has(name)) fs.rmSync(path.join(folder, name), { force: true })
    },
  }
}

/** The text of a small file; undefined if it has anything else, or cannot be read. */
export function readSmallText(file: string): string | undefined {
  try {
    const bytes = readSafely(file, MOST_OF_A_FILE)
    return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString("utf8") : undefined
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}
