import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { readSafely } from "../../system/files/read-safely.ts"
import { saveFile } from "../../system/files/replace-file.ts"
import { MOST_SKILL_BYTES } from "../../trust/combine-digests.ts"

/** Contents of files by their SHA-256, for all projects of the user. It may be deleted at any time. */
export interface ContentStore {
  keep(sha256: string, bytes: Uint8Array): void
  /** Undefined if it was not kept, or is not what it should be. */
  read(sha256: string): Uint8Array | undefined
}

export function openContentStore(folder: string): ContentStore {
  /** What the disk did not take. */
  const held = new Map<string, Uint8Array>()
  const locate = (sha256: string) => path.join(folder, sha256.slice(0, 2), sha256)
  return {
    keep(sha256, bytes) {
      if (fs.existsSync(locate(sha256)) && readKept(locate(sha256), sha256) !== undefined) return
      if (saveFile(locate(sha256), bytes) === "failed") held.set(sha256, bytes)
    },
    read: (sha256) => held.get(sha256) ?? readKept(locate(sha256), sha256),
  }
}

function readKept(file: string, sha256: string): Uint8Array | undefined {
  if (!fs.existsSync(file)) return undefined
  try {
    const bytes = readSafely(fs.realpathSync(file), MOST_SKILL_BYTES)
    return createHash("sha256").update(bytes).digest("hex") === sha256 ? bytes : undefined
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}
