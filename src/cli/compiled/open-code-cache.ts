import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { replaceFile } from "../../system/files/replace-file.ts"
import { type CompiledParts, type Maker, readCodePack, writePack } from "./pack.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"

export interface CodeCache {
  /** What an earlier process stored; empty if nothing can be used. */
  readonly parts: CompiledParts
  /** Stores it for later processes, or does nothing if that is not possible. */
  save(parts: CompiledParts): void
}

export interface CodeCacheOptions {
  /** The directory for everything that may be deleted at any time. */
  readonly cacheFolder: string
  /** What the code belongs to. Each has its own file. */
  readonly owner: readonly string[]
  readonly maker: Maker
  /** The current user. */
  readonly uid: number
}

/**
 * This code is executed, so nobody else may have written it: the directories and the file must belong to this user, be
 * writable by nobody else and not be links. Undefined if an existing directory is different; nothing is read from it or
 * written to it.
 */
export function openCodeCache({ cacheFolder, owner, maker, uid }: CodeCacheOptions): CodeCache | undefined {
  const folder = path.join(cacheFolder, "compiled")
  const isSafe = () => [cacheFolder, folder].every((one) => isMissingOrOurs(one, uid))
  if (!isSafe()) return undefined
  const name = createHash("sha256")
    .update(JSON.stringify([...owner, maker]))
    .digest("hex")
    .slice(0, 32)
  const file = path.join(folder, name)
  const bytes = readOurs(file, uid)
  return {
    parts: (bytes === undefined ? undefined : readCodePack(bytes, maker)) ?? new Map(),
    save(parts) {
      ignoringSystem(() => {
        makeDirectory(folder, 0o700)
        if (!isSafe()) return
        replaceFile(file, writePack(maker, parts), { mode: 0o600 })
        removeOldest(folder)
      })
    },
  }
}

function isMissingOrOurs(folder: string, uid: number): boolean {
  const stat = ignoringSystem(() => fs.lstatSync(folder, { throwIfNoEntry: false }) ?? "missing")
  return stat === "missing" || (stat?.isDirectory() === true && isOurs(stat, uid))
}

function isOurs({ uid, mode }: fs.Stats, own: number): boolean {
  return uid === own && (mode & 0o022) === 0
}

const MOST_BYTES = 32 * 1024 * 1024

function readOurs(file: string, uid: number): Buffer | undefined {
  return ignoringSystem(() => {
    const handle = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)
    try {
      const stat = fs.fstatSync(handle)
      if (!stat.isFile() || !isOurs(stat, uid) || stat.size > MOST_BYTES) return undefined
      return fs.readFileSync(handle)
    } finally {
      fs.closeSync(handle)
    }
  })
}

const MOST_FILES = 64

/** Every installation, Node version and command leaves a file; old ones are removed. */
function removeOldest(folder: string): void {
  const names = fs.readdirSync(folder)
  if (names.length <= MOST_FILES) return
  const files = names.map((name) => path.join(folder, name))
  const aged = files.map((file) => ({ file, at: fs.lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
  const oldest = aged.sort((a, b) => a.at - b.at).slice(0, names.length - MOST_FILES / 2)
  for (const { file } of oldest) fs.rmSync(file, { force: true })
}

/** A missing cache is not a failure: what the system refuses counts as absent. */
function ignoringSystem<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}
