import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import type { ShownFolder } from "./bubblewrap.ts"

/** Directories from which git and agents take what they run: writing there would escape the sandbox. */
const KEPT = [".git", ".claude", ".agents", ".skillet"] as const

export interface KeptFolders {
  readonly folders: readonly ShownFolder[]
  /** Removes the empty directories that were created as placeholders. */
  undo(): void
}

/**
 * Keeps those directories read-only within every directory that may be written to, unless one was granted by name. The
 * command could create a missing one, so an empty directory takes its place until the command has ended.
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

/** If one of these directories was itself granted, it contains no others. */
function isNamed(folder: string): boolean {
  return (KEPT as readonly string[]).includes(path.basename(folder))
}

/** Whether an empty directory had to be created. A link could be replaced by the command, so it cannot be protected. */
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
    // Another process has created or removed something there: it is left alone.
    if (!(error instanceof Error) || !("code" in error)) throw error
  }
}
