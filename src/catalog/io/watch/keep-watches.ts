import fs from "node:fs"
import type { FolderWatch, FolderWatcher, WatchListener } from "../../watch/folder-watcher.ts"
import { describeError, SkilletError } from "../../../problem/failure.ts"
import type { PlannedTree } from "./plan-watches.ts"

export interface KeptWatches {
  /** Watches exactly these. True if there are new ones: earlier changes there were not reported. */
  keep(trees: readonly PlannedTree[]): Promise<boolean>
  close(): Promise<void>
}

export function keepWatches(watcher: FolderWatcher, listener: WatchListener): KeptWatches {
  const open = new Map<string, FolderWatch>()
  return {
    async keep(trees) {
      // Closed first: if another directory took a path, a watcher may confuse the new watch with the old one.
      const wanted = new Set(trees.map(({ id }) => id))
      for (const [id, watch] of open) {
        if (wanted.has(id)) continue
        open.delete(id)
        await watch.close()
      }
      const fresh = trees.filter(({ id }) => !open.has(id))
      for (const tree of fresh) {
        const watch = await watchIfThere(watcher, tree, listener)
        if (watch !== undefined) open.set(tree.id, watch)
      }
      return fresh.length > 0
    },
    async close() {
      await Promise.all([...open.values()].map((watch) => watch.close()))
      open.clear()
    },
  }
}

async function watchIfThere(
  watcher: FolderWatcher,
  tree: PlannedTree,
  listener: WatchListener,
): Promise<FolderWatch | undefined> {
  try {
    return await watcher.watch(tree, listener)
  } catch (error) {
    if (!fs.existsSync(tree.folder)) return undefined
    // An unreadable directory is in no catalog; it gets a watch that never reports anything.
    if (!isReadable(tree.folder)) return { close: async () => undefined }
    const why = describeError(error)
    throw new SkilletError("watch.refused", `${tree.folder} cannot be watched (${why})`, {
      retry: "later",
      next: "raise the system's limit of watches (on Linux fs.inotify.max_user_watches)",
      cause: error,
    })
  }
}

function isReadable(folder: string): boolean {
  try {
    fs.accessSync(folder, fs.constants.R_OK)
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error) return false
    throw error
  }
}
