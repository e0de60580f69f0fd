import { randomBytes } from "node:crypto"
import fs from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { makeDirectory } from "../../system/files/make-directory.ts"
import { findOwnPackage } from "../../system/own-package.ts"

export interface ApprovedCode {
  /** Where the module is, for messages. */
  readonly file: string
  /** The module and its imports: exactly the bytes whose digests were compared. */
  readonly files: ReadonlyMap<string, Buffer>
  /** A directory of ours, which no project can reach. */
  readonly workshop: string
}

/**
 * Loads approved code and returns what it exports.
 *
 * 1. Not the files of the project are loaded, but a copy of the bytes that were compared with the approval, in a new
 *    directory that only the user can access. What changes in the project meanwhile has no effect.
 * 2. The copy has nothing but the approved files and a link to this very Skillet, so an import of anything else fails.
 * 3. All imports are static, so everything is loaded when this returns, and the copy is removed.
 */
export function loadApprovedModule({ file, files, workshop }: ApprovedCode): unknown {
  makeDirectory(workshop, 0o700)
  const copy = path.join(workshop, randomBytes(16).toString("hex"))
  fs.mkdirSync(copy, { mode: 0o700 })
  try {
    for (const [name, bytes] of files) {
      const to = path.join(copy, name)
      makeDirectory(path.dirname(to), 0o700)
      fs.writeFileSync(to, bytes, { flag: "wx", mode: 0o600 })
    }
    if (!files.has("package.json")) fs.writeFileSync(path.join(copy, "package.json"), '{ "type": "module" }\n')
    makeDirectory(path.join(copy, "node_modules"), 0o700)
    fs.symlinkSync(findOwnPackage(), path.join(copy, "node_modules", "skillet"), "junction")
    const start = path.join(copy, path.basename(file))
    return createRequire(start)(start)
  } catch (error) {
    throw new Error(describeLoadError(error).replaceAll(copy, path.dirname(file)), { cause: error })
  } finally {
    fs.rmSync(copy, { recursive: true, force: true })
  }
}

/** The first line of what went wrong: a stack says nothing to somebody who wrote none of the code. */
export function describeLoadError(error: unknown): string {
  if (error instanceof Error && "code" in error && error.code === "ERR_REQUIRE_ASYNC_MODULE")
    return "it uses await at its top level"
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)
}
