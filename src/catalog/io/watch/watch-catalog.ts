import { openFolderWatcher } from "./open-folder-watcher.ts"
import type { Catalog } from "../../catalog.ts"
import { type CatalogDiff, diffCatalogs } from "../../diff-catalogs.ts"
import type { FolderWatcher } from "../../watch/folder-watcher.ts"
import type { SkilletOptions } from "../session/options.ts"
import { gatherCalls } from "./gather-calls.ts"
import { keepWatches } from "./keep-watches.ts"
import { planWatches } from "./plan-watches.ts"
import { type CatalogSnapshot, takeSnapshot } from "./take-snapshot.ts"

/** What happened to the skills since the last announcement, and the current catalog. */
export interface CatalogChange extends CatalogDiff {
  readonly catalog: Catalog
}

export interface CatalogWatch {
  /** Nothing is announced afterwards, and nothing keeps the process alive. */
  close(): Promise<void>
}

export interface CatalogWatchOptions {
  /** What watches the directories; by default the best watcher on this machine. */
  readonly watcher?: FolderWatcher | undefined
  /**
   * Called with the reason if a change could not be read. The last announced catalog stays valid until the next change.
   */
  readonly onFailure?: (error: Error) => void
}

const PACE = { quiet: 50, most: 500 }

/** Each pass can add directories to watch in which something happened just before. */
const MOST_ROUNDS = 10

/**
 * Announces changes to the skills that can be used here: several at once as one change, and only skills whose text or
 * catalog entry changed. After it resolves, no change is missed. Settings are not watched.
 */
export async function watchCatalog(
  options: SkilletOptions,
  onChange: (change: CatalogChange) => void,
  how: CatalogWatchOptions = {},
): Promise<CatalogWatch> {
  const failed = (error: Error) => how.onFailure?.(error)
  let isOfInterest: (path: string) => boolean = () => true
  let seen: CatalogSnapshot | undefined
  let isLate = false
  let closed = false
  const looks = gatherCalls(announce, PACE)
  const watches = keepWatches(how.watcher ?? (await openFolderWatcher()), { changed, failed })
  try {
    seen = await look()
  } catch (error) {
    await close()
    throw error
  }
  if (isLate) looks.call()
  return { close }

  function changed(path: string): void {
    if (!isOfInterest(path)) return
    if (seen === undefined) isLate = true
    else looks.call()
  }

  async function close(): Promise<void> {
    closed = true
    await looks.close()
    await watches.close()
  }

  async function announce(): Promise<void> {
    const now = await look(seen).catch((error: unknown) => {
      if (!(error instanceof Error)) throw error
      failed(error)
    })
    if (now === undefined || seen === undefined || closed) return
    const diff = diffCatalogs(seen, now)
    seen = now
    if (diff.added.length + diff.changed.length + diff.removed.length > 0) onChange({ ...diff, catalog: now.catalog })
  }

  async function look(before?: CatalogSnapshot): Promise<CatalogSnapshot> {
    let last = before
    for (let round = 1; ; round++) {
      const now = await takeSnapshot(options, last)
      const plan = planWatches(now)
      isOfInterest = plan.isOfInterest
      const hasNew = await watches.keep(plan.trees)
      if (!hasNew || round === MOST_ROUNDS) return now
      last = now
    }
  }
}
