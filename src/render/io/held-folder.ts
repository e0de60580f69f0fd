import fs from "node:fs"
import path from "node:path"
import { failedWriteError, refusedFilesError } from "./plan-files.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"
import { readErrorCode } from "../../problem/failure.ts"

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = fs.constants
const OTHERS_WRITE = 0o022
const STICKY = 0o1000

/**
 * A directory held open. Where the system supports it, everything made in it is named relative to the open directory,
 * not by an absolute path, so replacing the directory does not redirect our writes. Nothing here follows a link or
 * opens an existing file.
 */
export interface HeldFolder {
  readonly handle: fs.promises.FileHandle
  readonly path: string
}

/**
 * The directory below which everything is created; created itself if it is missing. No other user may be able to rename
 * things in it.
 */
export async function holdGround(folder: string): Promise<HeldFolder> {
  const at = path.resolve(folder)
  await safely(at, async () => makeDirectory(at, 0o700))
  return holdFolder(at, at, ({ mode }) => (mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0)
}

export async function makeFolder(within: HeldFolder, name: string): Promise<HeldFolder> {
  const shown = path.join(within.path, name)
  await safely(shown, () => fs.promises.mkdir(inside(within, name), { mode: 0o700 }))
  return holdFolder(inside(within, name), shown, ({ uid }) => process.getuid === undefined || uid === process.getuid())
}

export async function writeNewFile(within: HeldFolder, name: string, bytes: Uint8Array): Promise<void> {
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
  await safely(path.join(within.path, name), async () => {
    const file = await fs.promises.open(inside(within, name), flags, 0o600)
    try {
      await file.writeFile(bytes)
    } finally {
      await file.close()
    }
  })
}

export async function renameHeld(within: HeldFolder, from: string, to: string): Promise<void> {
  await safely(path.join(within.path, to), () => fs.promises.rename(inside(within, from), inside(within, to)))
}

/** Removes an entry and everything below it; links are removed, never followed. */
export async function removeHeld(within: HeldFolder, name: string): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) if (await removeOnce(within, name)) return
  throw refusedFilesError("extract.raced", `${path.join(within.path, name)} keeps being recreated`)
}

/** Whether the folder is still where it was made. */
export async function isInPlace(folder: HeldFolder): Promise<boolean> {
  const held = await folder.handle.stat()
  const found = await unless(FOLDER_CODES, () => fs.promises.lstat(folder.path))
  return typeof found !== "string" && found.isDirectory() && found.dev === held.dev && found.ino === held.ino
}

const MOST_TRIES = 20

/** False if it was replaced in the meantime. */
async function removeOnce(within: HeldFolder, name: string): Promise<boolean> {
  const at = inside(within, name)
  const handle = await unless(FOLDER_CODES, () => fs.promises.open(at, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
  if (handle === "ENOENT") return true
  if (typeof handle === "string") {
    const failed = await unless(["ENOENT", "EISDIR", "EPERM"], () => fs.promises.unlink(at))
    return failed === undefined || failed === "ENOENT"
  }
  try {
    const folder = { handle, path: path.join(within.path, name) }
    for (const entry of await fs.promises.readdir(inside(folder, "."))) await removeHeld(folder, entry)
  } finally {
    await handle.close()
  }
  const failed = await unless(["ENOENT", "ENOTEMPTY", "ENOTDIR"], () => fs.promises.rmdir(at))
  return failed === undefined || failed === "ENOENT"
}

const FOLDER_CODES = ["ENOENT", "ENOTDIR", "ELOOP"]

/** The result, or the code of an expected failure. */
async function unless<T>(codes: readonly string[], work: () => Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (error) {
    const code = readErrorCode(error)
    if (code === undefined || !codes.includes(code)) throw error
    return code
  }
}

async function holdFolder(at: string, shown: string, isOurs: (stat: fs.Stats) => boolean): Promise<HeldFolder> {
  const handle = await safely(shown, () => fs.promises.open(at, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
  if (isOurs(await handle.stat())) return { handle, path: shown }
  await handle.close()
  throw refusedFilesError("extract.raced", `other users can modify ${shown}`)
}

const OPEN_FOLDERS = "/proc/self/fd"

function inside(folder: HeldFolder, name: string): string {
  return fs.existsSync(OPEN_FOLDERS) ? `${OPEN_FOLDERS}/${folder.handle.fd}/${name}` : path.join(folder.path, name)
}

async function safely<T>(shown: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = readErrorCode(error)
    if (code === undefined) throw error
    if (code === "EEXIST" || code === "ELOOP" || code === "ENOTDIR" || code === "ENOTEMPTY")
      throw refusedFilesError("extract.raced", `something else is at ${shown} (${code})`, error)
    throw failedWriteError(`${shown} cannot be written (${code})`, error)
  }
}
