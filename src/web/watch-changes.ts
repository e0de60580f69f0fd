import fs from "node:fs"
import { locateDatabase } from "../system/database/locate-database.ts"
import { isPostgresAddress } from "../system/database/postgres-address.ts"
import type { WireChange } from "@skillet/dashboard"
import type { LiveSkillet } from "./open-live-skillet.ts"

/** Tells pages that something changed. What changed they ask for themselves, so a message that is lost costs nothing. */
export interface ChangeWatch {
  now(): WireChange
  /** Calls back with each change, until the function that is returned is called. */
  listen(onChange: (change: WireChange) => void): () => void
  close(): void
}

const PAUSE = 250
/** A database on a server has no file to look at: pages ask again this often. */
const SERVER_PAUSE = 2000

/**
 * Looks at the database's file, and at what the watcher of skills says. The word for what is stored is made from the
 * file itself, so that it is the same for a server that was started again.
 */
export function watchChanges(env: Readonly<Record<string, string | undefined>>, live: LiveSkillet): ChangeWatch {
  const database = locateDatabase(env)
  const listeners = new Set<(change: WireChange) => void>()
  const readStored = isPostgresAddress(database)
    ? () => String(Math.floor(Date.now() / SERVER_PAUSE))
    : () => [database, `${database}-wal`].map(describeFile).join(".")
  const look = (): WireChange => ({ stored: readStored(), skills: live.version() })
  let timer: NodeJS.Timeout | undefined
  let last = look()

  function check(): void {
    const next = look()
    if (next.stored === last.stored && next.skills === last.skills) return
    last = next
    for (const listener of listeners) listener(next)
  }
  return {
    now: look,
    listen(onChange) {
      listeners.add(onChange)
      timer ??= setInterval(check, PAUSE)
      return () => {
        listeners.delete(onChange)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    close() {
      clearInterval(timer)
      listeners.clear()
    },
  }
}

function describeFile(file: string): string {
  const found = fs.statSync(file, { throwIfNoEntry: false })
  return found === undefined
    ? "-"
    : `${found.ino.toString(36)}-${found.size.toString(36)}-${Math.round(found.mtimeMs * 1000).toString(36)}`
}
