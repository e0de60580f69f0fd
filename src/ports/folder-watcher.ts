/** Tells of changes in folders. All it tells are hints, perhaps twice, perhaps for nothing: who listens looks again. */
export interface FolderWatcher {
  /** Resolves once nothing is missed any more. Rejects where the folder does not exist or cannot be watched. */
  watch(tree: WatchedTree, listener: WatchListener): Promise<FolderWatch>
}

export interface WatchedTree {
  readonly folder: string
  /** How many folders deep changes count; 0 is what is directly in the folder. Deeper ones may be told of too. */
  readonly depth: number
  /** Names of folders that need not be entered. */
  readonly skip: readonly string[]
}

export interface WatchListener {
  /** Something happened at this path, or somewhere in this folder. */
  changed(path: string): void
  /** From now on changes may be missed. */
  failed(error: Error): void
}

export interface FolderWatch {
  /** Nothing is told afterwards. */
  close(): Promise<void>
}
