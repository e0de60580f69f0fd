import fs from "node:fs"
import path from "node:path"
import type { FolderWatch, FolderWatcher, WatchedTree, WatchListener } from "../../watch/folder-watcher.ts"
import { loadParcelWatcher } from "./parcel-watcher.ts"

/** The best available watcher on this machine. */
export async function openFolderWatcher(): Promise<FolderWatcher> {
  const plain = openFsWatcher()
  return (await loadParcelWatcher(plain)) ?? plain
}

/** Watches with Node's own means: a whole tree where the system supports it, else directory by directory. */
export function openFsWatcher(how: { readonly recursive?: boolean } = {}): FolderWatcher {
  const recursive = how.recursive ?? (process.platform === "darwin" || process.platform === "win32")
  return {
    watch: async (tree, listener) =>
      recursive && tree.depth > 0 ? watchAtOnce(tree, listener) : watchEach(tree, listener),
  }
}

function watchAtOnce(tree: WatchedTree, listener: WatchListener): FolderWatch {
  // From Node 24 on, watching a tree that does not exist fails later, or never.
  fs.statSync(tree.folder)
  const watcher = fs.watch(tree.folder, { recursive: true })
  watcher.on("change", (_, name) => {
    const parts = name === null ? [] : String(name).split(path.sep)
    if (!parts.some((part) => tree.skip.includes(part))) listener.changed(path.join(tree.folder, ...parts))
  })
  watcher.on("error", (error) => listener.failed(error))
  return { close: async () => watcher.close() }
}

/** One watched directory and its subdirectories. */
interface Node {
  readonly watcher: fs.FSWatcher
  readonly below: Map<string, Node>
}

function watchEach(tree: WatchedTree, listener: WatchListener): FolderWatch {
  const root = enter(tree.folder, 0)
  return { close: async () => leave(root) }

  function enter(folder: string, level: number): Node {
    const node: Node = { watcher: fs.watch(folder), below: new Map() }
    node.watcher.on("change", (event, name) => {
      try {
        told({ folder, level, node }, event, name === null ? undefined : String(name))
      } catch (error) {
        listener.failed(error as Error)
      }
    })
    node.watcher.on("error", (error) => listener.failed(error))
    // Read only after the watch has started: anything that appears in between is reported or found, never missed.
    try {
      if (level < tree.depth) for (const name of listFolders(folder)) enterChild({ folder, level, node }, name)
      return node
    } catch (error) {
      leave(node)
      throw error
    }
  }

  function enterChild(at: At, name: string): void {
    if (tree.skip.includes(name)) return
    try {
      at.node.below.set(name, enter(path.join(at.folder, name), at.level + 1))
    } catch (error) {
      if (!isOutOfReach(error)) throw error
    }
  }

  function told(at: At, event: string, name: string | undefined): void {
    // A directory that is moved or removed reports its own name.
    if (name === undefined || name === path.basename(at.folder)) listener.changed(at.folder)
    if (name === undefined) return
    const file = path.join(at.folder, name)
    if (event === "rename" && at.level < tree.depth) {
      const before = at.node.below.get(name)
      if (before !== undefined) leave(before)
      at.node.below.delete(name)
      if (isFolder(file)) enterChild(at, name)
    }
    listener.changed(file)
  }

  function leave(node: Node): void {
    node.watcher.close()
    for (const child of node.below.values()) leave(child)
  }
}

interface At {
  readonly folder: string
  readonly level: number
  readonly node: Node
}

function listFolders(folder: string): readonly string[] {
  try {
    const entries = fs.readdirSync(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  } catch (error) {
    if (isOutOfReach(error)) return []
    throw error
  }
}

function isFolder(file: string): boolean {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Gone again, or not readable: nothing in it can be in a catalog. */
function isOutOfReach(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR", "EACCES", "EPERM"].includes(String(error.code))
  )
}
