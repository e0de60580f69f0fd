import type { FolderWatcher } from "../../ports/folder-watcher.ts"
import { fsWatcher } from "./fs-watcher.ts"
import { loadParcelWatcher } from "./parcel-watcher.ts"

/** The best watcher there is on this machine. */
export async function openFolderWatcher(): Promise<FolderWatcher> {
  const plain = fsWatcher()
  return (await loadParcelWatcher(plain)) ?? plain
}
