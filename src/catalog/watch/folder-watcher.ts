/**
 * Reports changes in directories. Every report is only a hint, may come twice or without a real change: listeners must
 * look again.
 */
export interface FolderWatcher {
  /** Resolves as soon as no change can be missed. Rejects if the directory does not exist or cannot be watched. */
  watch(tree: WatchedTree, listener: WatchListener): Promise<FolderWatch>
}

export interface WatchedTree {
  readonly folder: string
  /** How many levels deep changes count; 0 means directly in the directory. Deeper changes may be reported too. */
  readonly depth: number
  /** Names of directories that need not be watched. */
  readonly skip: readonly string[]
}

export interface WatchListener {
  /** Something happened at this path, or somewhere in this directory. */
  changed(path: string): void
  /** From now on changes may be missed. */
  failed(error: Error): void
}

export interface FolderWatch {
  /** Nothing is reported after this. */
  close(): Promise<void>
}
