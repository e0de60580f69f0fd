import fs from "node:fs"
import path from "node:path"
import { readSafely } from "../../system/files/read-safely.ts"
import { saveFile } from "../../system/files/replace-file.ts"
import { sha256 } from "../../text/sha256.ts"
import { MOST_SKILL_BYTES } from "../../trust/combine-digests.ts"

/** Contents of files by their SHA-256, for all projects of the user. It may be deleted at any time. */
export interface ContentStore {
  keep(sum: string, bytes: Uint8Array): void
  /** Undefined if it was not kept, or is not what it should be. */
  read(sum: string): Uint8Array | undefined
}

export function openContentStore(folder: string): ContentStore {
  /** What the disk did not take. */
  const held = new Map<string, Uint8Array>()
  const locate = (sum: string) => path.join(folder, sum.slice(0, 2), sum)
  return {
    keep(sum, bytes) {
      if (fs.existsSync(locate(sum)) && readKept(locate(sum), sum) !== undefined) return
      if (saveFile(locate(sum), bytes) === "failed") held.set(sum, bytes)
    },
    read: (sum) => held.get(sum) ?? readKept(locate(sum), sum),
  }
}

function readKept(file: string, sum: string): Uint8Array | undefined {
  if (!fs.existsSync(file)) return undefined
  try {
    const bytes = readSafely(fs.realpathSync(file), MOST_SKILL_BYTES)
    return sha256(bytes) === sum ? bytes : undefined
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}
