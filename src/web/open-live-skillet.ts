import { isDeepStrictEqual } from "node:util"
import type { Skillet } from "../skillet/skillet.ts"
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
  /** Makes what is kept before anybody asks. */
  warm(): void
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
  const kept: (() => Promise<unknown>)[] = []
  let changes = 0
  let isClosed = false

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
    keep(make) {
      const answer = keepAnswer({
        make: () => live.use(make),
        changes: () => changes,
        onOther: () => changes++,
        told,
      })
      kept.push(answer)
      return answer
    },
    warm() {
      for (const answer of kept) void answer().catch((error: unknown) => told(String(error)))
    },
    version: () => `${began}.${changes}`,
    async close() {
      isClosed = true
      await (await watching)?.close()
      if (current !== undefined) await retire(current)
    },
  }
  return live
}

interface KeptParts<Answer> {
  readonly make: () => Promise<Answer>
  readonly changes: () => number
  /** It is something else by now, though no skill changed. */
  readonly onOther: () => void
  readonly told: (message: string) => void
}

/** Nobody waits for what is only looked at again: if it is something else, pages are told and ask once more. */
function keepAnswer<Answer>({ make, changes, onOther, told }: KeptParts<Answer>): () => Promise<Answer> {
  let known: { readonly answer: Promise<Answer>; readonly changes: number; at: number } | undefined

  function makeNew(): Promise<Answer> {
    const made = { answer: make(), changes: changes(), at: Date.now() }
    known = made
    made.answer.catch(() => {
      if (known === made) known = undefined
    })
    return made.answer
  }
  async function lookAgain(): Promise<void> {
    const before = known
    if (before === undefined) return
    before.at = Date.now()
    const answer = await make()
    if (known !== before || isDeepStrictEqual(answer, await before.answer)) return
    onOther()
    known = { answer: Promise.resolve(answer), changes: changes(), at: Date.now() }
  }
  return () => {
    if (known === undefined || known.changes !== changes()) return makeNew()
    if (Date.now() - known.at > OLD_AFTER) void lookAgain().catch((error: unknown) => told(String(error)))
    return known.answer
  }
}
