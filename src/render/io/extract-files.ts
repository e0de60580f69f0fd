import { createHash, randomBytes } from "node:crypto"
import path from "node:path"
import { type Files, type PlannedFolder, planFiles, refusedFilesError } from "./plan-files.ts"
import {
  type HeldFolder,
  holdGround,
  isInPlace,
  makeFolder,
  removeHeld,
  renameHeld,
  writeNewFile,
} from "./held-folder.ts"

/** Gives skills that have files but no directory one of their own, for as long as this process needs it. */
export interface Extractor {
  /**
   * The directory with the skill's files, created on first use; calls for one skill share one promise. A skill's
   * directory is complete or absent: after a failure it is removed, a SkilletError is thrown, and the next call tries
   * again.
   */
  extract(skill: string, files: () => Files | Promise<Files>): Promise<string>
  /** Removes everything that was extracted. */
  close(): Promise<void>
}

export interface ExtractorOptions {
  /** Where the process's own directory is created; created itself if it is missing. */
  readonly folder: string
}

export function openExtractor(options: ExtractorOptions): Extractor {
  const extracted = new Map<string, Promise<string>>()
  let root: Promise<Root> | undefined
  let isClosed = false

  async function extractNew(skill: string, files: () => Files | Promise<Files>): Promise<string> {
    const planned = planFiles(await files())
    if (isClosed) throw closed()
    root ??= makeRoot(options.folder)
    const made = await root.catch((error: unknown) => {
      root = undefined
      throw error
    })
    return writeSkill(made.held, skill, planned)
  }

  return {
    async extract(skill, files) {
      if (isClosed) throw closed()
      const already = extracted.get(skill)
      if (already !== undefined) return already
      const promise = extractNew(skill, files)
      extracted.set(skill, promise)
      promise.catch(() => extracted.delete(skill))
      return promise
    },
    async close() {
      isClosed = true
      await Promise.allSettled(extracted.values())
      const made = await root?.catch(() => undefined)
      root = undefined
      if (made !== undefined) await removeRoot(made)
    },
  }
}

interface Root {
  /** The directory that was returned. */
  readonly ground: HeldFolder
  readonly name: string
  readonly held: HeldFolder
}

async function makeRoot(folder: string): Promise<Root> {
  const ground = await holdGround(folder)
  const name = `skillet-${randomBytes(16).toString("hex")}`
  try {
    return { ground, name, held: await makeFolder(ground, name) }
  } catch (error) {
    await ground.handle.close()
    throw error
  }
}

async function removeRoot({ ground, name, held }: Root): Promise<void> {
  await held.handle.close()
  try {
    await removeHeld(ground, name)
  } finally {
    await ground.handle.close()
  }
}

/** Written under another name and renamed when complete. */
async function writeSkill(root: HeldFolder, skill: string, planned: PlannedFolder): Promise<string> {
  const part = `.part-${randomBytes(8).toString("hex")}`
  const name = folderName(skill)
  let made: HeldFolder | undefined
  try {
    made = await makeFolder(root, part)
    await writeFolder(made, planned)
    await renameHeld(root, part, name)
    const place = path.join(root.path, name)
    if (!(await isInPlace({ ...made, path: place })))
      throw refusedFilesError("extract.raced", `${place} was changed by another process or user`)
    return place
  } catch (error) {
    // Anything that cannot be removed now is removed with the root; it was never returned, and this error says more.
    await Promise.allSettled([removeHeld(root, part), removeHeld(root, name)])
    throw error
  } finally {
    await made?.handle.close()
  }
}

async function writeFolder(folder: HeldFolder, planned: PlannedFolder): Promise<void> {
  for (const [name, bytes] of planned.files) await writeNewFile(folder, name, bytes)
  for (const [name, below] of planned.folders) {
    const made = await makeFolder(folder, name)
    try {
      await writeFolder(made, below)
    } finally {
      await made.handle.close()
    }
  }
}

/** Readable, and different for every skill. */
function folderName(skill: string): string {
  const readable = skill.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 64)
  return `${readable}-${createHash("sha256").update(skill).digest("hex").slice(0, 12)}`
}

function closed(): Error {
  return refusedFilesError("extract.closed", "the session was closed")
}
