import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { readSafely } from "../../system/files/read-safely.ts"
import { sha256 } from "../../text/sha256.ts"
import type { ApprovalState } from "../trust-state.ts"
import type { Approval } from "./approval.ts"
import type { DigestedFile } from "../combine-digests.ts"

export const MOST_MODULE_BYTES = 8 * 1024 * 1024

/** The files of an approved module, with exactly the bytes that were compared; undefined if one of them differs. */
export function readApprovedModule({ path: file, files }: Approval): ReadonlyMap<string, Buffer> | undefined {
  const read = new Map<string, Buffer>()
  for (const approved of files) {
    const bytes = readCovered(path.dirname(file), approved.path)
    if (toDigestedFile(approved.path, bytes).digest !== approved.digest) return undefined
    read.set(approved.path, bytes)
  }
  return read
}

/** Whether a module and all that it imports are as they were approved. */
export function checkModuleApproval(approval: Approval): ApprovalState {
  if (fs.lstatSync(approval.path, { throwIfNoEntry: false }) === undefined) return "gone"
  try {
    return readApprovedModule(approval) === undefined ? "changed" : "valid"
  } catch (error) {
    if (error instanceof SkilletError) return "changed"
    throw error
  }
}

/** Reads a file below a directory, whose real path is given. No link on the way is followed. */
export function readCovered(folder: string, name: string): Buffer {
  const file = path.join(folder, name)
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined)
    throw new SkilletError("trust.missing", `${file} does not exist, and is imported`, {
      retry: "no",
      next: "add the file, or remove its import",
    })
  if (!stat.isFile() || fs.realpathSync(file) !== file)
    throw new SkilletError("trust.links", `${file} is a link, behind a link or not a regular file`, {
      retry: "no",
      next: "put the file itself in the project: an approval cannot cover a link",
    })
  return readSafely(file, MOST_MODULE_BYTES)
}

export function toDigestedFile(name: string, bytes: Buffer): DigestedFile {
  return { path: name, digest: sha256(bytes), executable: false }
}
