import { newSkillFolder } from "../../hosts/skill-folders.ts"
import { isMap } from "../../text/is-map.ts"
import { findPathFault } from "../find-path-fault.ts"
import { type LockFile, OVERLAYS } from "./lock-file.ts"
import { otherLocks } from "../../skill/lock-names.ts"
import { readLock } from "./read-lock.ts"

/** A change that was decided: what is moved where, and the lock afterwards. */
export interface Journal {
  readonly version: 1
  /** The directory in which the new content is prepared, and the old one is kept until the end. */
  readonly folder: string
  readonly moves: readonly Move[]
  /** The checksum of the lock before; empty if there was none. */
  readonly lockBefore: string
  readonly lockAfter?: string
}

export interface Move {
  readonly place: string
  readonly isNew: boolean
  readonly nth: number
}

/**
 * Reads a journal; undefined if it is not one that we could have written. It may have come with a repository, so it
 * must not lead to anything but installed skills, their overlays and the locks.
 */
export function readJournal(text: string, lock: LockFile | undefined): Journal | undefined {
  const value = parse(text)
  if (!isMap(value) || value["version"] !== 1) return undefined
  const { folder, moves, lockBefore, lockAfter } = value
  if (typeof folder !== "string" || !/^change-[0-9a-f]+$/.test(folder)) return undefined
  if (typeof lockBefore !== "string" || !Array.isArray(moves)) return undefined
  const known = new Set([...(lock?.skills.values() ?? [])].flatMap((row) => row.installedTo.map(({ path }) => path)))
  const read = moves.flatMap((move: unknown) => readMove(move, known) ?? [])
  if (read.length !== moves.length) return undefined
  const journal = { version: 1, folder, moves: read, lockBefore } as const
  if (lockAfter === undefined) return journal
  return typeof lockAfter === "string" && "lock" in readLock(lockAfter) ? { ...journal, lockAfter } : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readMove(move: unknown, known: ReadonlySet<string>): Move | undefined {
  if (!isMap(move)) return undefined
  const { place, isNew, nth } = move
  if (typeof place !== "string" || typeof isNew !== "boolean" || typeof nth !== "number") return undefined
  if (!Number.isSafeInteger(nth) || nth < 0 || findPathFault(place) !== undefined) return undefined
  return known.has(place) || isUsualPlace(place) ? { place, isNew, nth } : undefined
}

const folders = new Set([...Object.values(newSkillFolder), OVERLAYS])

function isUsualPlace(place: string): boolean {
  return place === otherLocks.project.name || folders.has(place.slice(0, Math.max(0, place.lastIndexOf("/"))))
}
