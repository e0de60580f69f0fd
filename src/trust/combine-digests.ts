import { createHash } from "node:crypto"

/** One file of a skill, by its content. */
export interface DigestedFile {
  /** Within the skill's directory. */
  readonly path: string
  readonly digest: string
  readonly executable: boolean
}

/** A skill with more files or bytes cannot be approved. */
export const MOST_SKILL_FILES = 2000
export const MOST_SKILL_BYTES = 64 * 1024 * 1024

/** One digest over all files, in their order. Approvals and the lock file both use it. */
export function combineDigests(files: readonly DigestedFile[]): string {
  const all = createHash("sha256")
  for (const file of files) all.update(`${file.path}\0${file.executable ? "x" : "-"}\0${file.digest}\n`)
  return `sha256:${all.digest("hex")}`
}
