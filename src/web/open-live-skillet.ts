import type { Skillet } from "../skillet/skillet.ts"
import { openKeptAnswers } from "./keep-answers.ts"
import type { CatalogWatch } from "../catalog/io/watch/watch-catalog.ts"

/** Skillet as it is now. Its object reads skills once, so it is opened again when they changed. */
export interface LiveSkillet {
  use<Result>(act: (skillet: Skillet) => Promise<Result>): Promise<Result>
  /** The next use opens it again: something was approved, or settings may have changed. */
  renew(): void
  /**
   * An answer that takes long to make and depends on nothing but skills and settings, such as the list of all skills.
   * It is made again when skills changed, and at times behind the scenes, because settings may have.
   */
  keep<Answer>(make: (skillet: Skillet) => Promise<Answer>): () => Promise<Answer>
  /** Makes what is kept before anybody asks, and begins to watch. What goes wrong is told. */
  warm(): Promise<void>
  /** A word that changes with the skills. */
  version(): string
  close(): Promise<void>
}

interface Opened {
  readonly skillet: Skillet
  readonly at: number
  uses: number
  isOld: boolean
}

/** Settings are not watched, so what they decide is read again after this long. */
const OLD_AFTER = 30_000

export function openLiveSkillet(open: () => Skillet, told: (message: string) => void): LiveSkillet {
  const began = Date.now().toString(36)
  let current: Opened | undefined
  let watching: Promise<CatalogWatch | undefined> | undefined
  let changes = 0
  let isClosed = false
  const answers = openKeptAnswers({ oldAfter: OLD_AFTER, changes: () => changes, onOther: () => changes++, told })

  async function retire(opened: Opened): Promise<void> {
    opened.isOld = true
    if (current === opened) current = undefined
    if (opened.uses === 0) await opened.skillet.close()
  }
  function renew(): void {
    changes++
    if (current !== undefined) void retire(current).catch((error: unknown) => told(String(error)))
  }
  function watch(skillet: Skillet): Promise<CatalogWatch | undefined> {
    const onFailure = (error: Error) => told(`skills are not watched: ${error.message}`)
    return skillet.watch(renew, { onFailure }).catch((error: Error) => {
      onFailure(error)
      return undefined
    })
  }

  const live: LiveSkillet = {
    async use(act) {
      if (isClosed) throw new Error("the dashboard is closed")
      answers.delay()
      if (current !== undefined && Date.now() - current.at > OLD_AFTER) await retire(current)
      const opened = (current ??= { skillet: open(), at: Date.now(), uses: 0, isOld: false })
      watching ??= watch(opened.skillet)
      opened.uses++
      try {
        return await act(opened.skillet)
      } finally {
        opened.uses--
        if (opened.isOld && opened.uses === 0) await opened.skillet.close()
      }
    },
    renew,
    keep: (make) => answers.keep(() => live.use(make)),
    async warm() {
      await answers.warm()
      await watching
    },
    version: () => `${began}.${changes}`,
    async close() {
      isClosed = true
      answers.close()
      await (await watching)?.close()
      if (current !== undefined) await retire(current)
    },
  }
  return live
}
