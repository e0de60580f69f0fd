import fs from "node:fs"
import path from "node:path"
import type ParcelWatcher from "@parcel/watcher"
import type { FolderWatch, FolderWatcher, WatchedTree, WatchListener } from "../../watch/folder-watcher.ts"

/** The watcher of @parcel/watcher; undefined if that is not installed or has no build for this machine. */
export async function loadParcelWatcher(plain: FolderWatcher): Promise<FolderWatcher | undefined> {
  const parcel = await import("@parcel/watcher").then(
    (loaded) => loaded.default,
    () => undefined,
  )
  if (parcel === undefined) return undefined
  return {
    watch: (tree, listener) =>
      tree.depth === 0 ? plain.watch(tree, listener) : watchTree(parcel, { tree, listener, plain }),
  }
}

interface How {
  readonly tree: WatchedTree
  readonly listener: WatchListener
  readonly plain: FolderWatcher
}

async function watchTree(parcel: typeof ParcelWatcher, how: How): Promise<FolderWatch> {
  const { tree, listener } = how
  const grown = coverGrown(how)
  let closed = false
  const ignore = tree.skip.flatMap((name) => [`**/${name}`, `**/${name}/**`])
  const subscription = await parcel.subscribe(
    tree.folder,
    (error, events) => {
      if (closed) return
      if (error !== null) {
        listener.failed(error)
        listener.changed(tree.folder)
      }
      for (const event of events ?? []) {
        grown.told(event)
        listener.changed(event.path)
      }
    },
    { ignore },
  )
  return {
    async close() {
      closed = true
      await Promise.all([unsubscribe(subscription), grown.close()])
    },
  }
}

/**
 * On Linux @parcel/watcher 2.6.0 watches a new directory but not the subdirectories it already has by then, as after
 * `mkdir -p` or a move: those are watched by other means.
 */
function coverGrown({ tree, listener, plain }: How) {
  const watches = new Map<string, Promise<FolderWatch | undefined>>()
  return {
    told(event: ParcelWatcher.Event): void {
      if (event.type === "update" || process.platform !== "linux") return
      leave(event.path)
      const depth = tree.depth - path.relative(tree.folder, event.path).split(path.sep).length
      if (event.type === "create" && depth > 0 && holdsFolders(event.path)) {
        const watch = plain.watch({ folder: event.path, depth, skip: tree.skip }, listener)
        watches.set(
          event.path,
          watch.catch((error: Error) => {
            if (fs.existsSync(event.path)) listener.failed(error)
            return undefined
          }),
        )
      }
    },
    async close(): Promise<void> {
      await Promise.all([...watches.values()].map(async (watch) => (await watch)?.close()))
    },
  }

  function leave(gone: string): void {
    for (const [folder, watch] of watches) {
      if (folder !== gone && !folder.startsWith(`${gone}${path.sep}`)) continue
      watches.delete(folder)
      void watch.then((opened) => opened?.close())
    }
  }
}

function holdsFolders(folder: string): boolean {
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return false
  try {
    return fs.readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isDirectory())
  } catch (error) {
    if (error instanceof Error && "code" in error) return false
    throw error
  }
}

/**
 * It refuses the first time if a watched directory was moved away and then removed; the second time everything is
 * released.
 */
async function unsubscribe(subscription: ParcelWatcher.AsyncSubscription): Promise<void> {
  await subscription.unsubscribe().catch(() => subscription.unsubscribe())
}
