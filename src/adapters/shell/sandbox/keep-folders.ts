import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import type { ShownFolder } from "./bubblewrap.ts"

/** Folders from which git and agents take what they run: writing there would leave the sandbox. */
const KEPT = [".git", ".claude", ".agents", ".skillet"] as const

export interface KeptFolders {
  readonly folders: readonly ShownFolder[]
  /** Takes away the empty folders that were put in the way. */
  undo(): void
}

/**
 * Keeps those folders read-only within every folder that may be written to, unless one was granted by name. One that is
 * not there could be made by the command, so an empty one is put in its place until the command has ended.
 */
export function keepFolders(shown: readonly ShownFolder[]): KeptFolders {
  const writable = shown.filter(({ access }) => access === "write")
  const granted = new Set(writable.map(({ from }) => from))
  const made: string[] = []
  const undo = () => {
    for (const folder of made.splice(0)) removeEmpty(folder)
  }
  try {
    const folders = writable.flatMap(({ from, at }) =>
      KEPT.flatMap((name): readonly ShownFolder[] => {
        const kept = path.join(from, name)
        if (granted.has(kept) || isNamed(from)) return []
        if (make(kept)) made.push(kept)
        return [{ from: kept, at: path.join(at, name), access: "kept" }]
      }),
    )
    return { folders, undo }
  } catch (error) {
    undo()
    throw error
  }
}

/** One of these folders that was itself granted has no others in it. */
function isNamed(folder: string): boolean {
  return (KEPT as readonly string[]).includes(path.basename(folder))
}

/** Whether an empty folder had to be made. A link could be replaced by the command, so it cannot be kept. */
function make(kept: string): boolean {
  const stat = fs.lstatSync(kept, { throwIfNoEntry: false })
  if (stat?.isSymbolicLink() === true) {
    throw new SkilletError("sandbox.kept-link", `${kept} is a link, which a command with write access could replace`, {
      retry: "no",
      next: "replace the link with the directory itself, or revoke the write grant",
    })
  }
  if (stat !== undefined) return false
  fs.mkdirSync(kept)
  return true
}

function removeEmpty(folder: string): void {
  try {
    fs.rmdirSync(folder)
  } catch (error) {
    // Somebody else put something there meanwhile, or took it away: then it is theirs.
    if (!(error instanceof Error) || !("code" in error)) throw error
  }
}
