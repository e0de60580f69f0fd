import fs from "node:fs"
import { isMap } from "../../text/is-map.ts"
import { readPlainFile } from "../files/read-plain-file.ts"
import { replaceFile } from "../files/replace-file.ts"

/** What is remembered beside a database, so that a missing one is not taken for the first one. */
export interface KnownDatabase {
  /** When a database was first seen under this name. */
  readonly since: number
  /** When a new one had to be created, although there had been one. */
  readonly lost?: number | undefined
  /** Whether somebody was told about that. */
  readonly told?: boolean | undefined
}

const MOST = 64 * 1024

/** The file that is kept beside a database. */
export function locateKnown(file: string): string {
  return `${file}.known`
}

/** What is remembered; undefined if there was no database yet, or it cannot be read. */
export function readKnownDatabase(file: string): KnownDatabase | undefined {
  try {
    const found: unknown = JSON.parse(readPlainFile(locateKnown(file), MOST).toString("utf8"))
    return isMap(found) && typeof found["since"] === "number" ? (found as unknown as KnownDatabase) : { since: 0 }
  } catch (error) {
    if (error instanceof SyntaxError) return { since: 0 }
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}

/** Remembers a database. Without permission to write beside it, nothing is remembered: this never makes a command fail. */
export function rememberDatabase(file: string, known: KnownDatabase): void {
  try {
    replaceFile(locateKnown(file), `${JSON.stringify(known)}\n`, { mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error
  }
}

/** Remembers a database that was there before this was done. */
export function rememberExisting(file: string, now: number): void {
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) rememberDatabase(file, { since: now })
}

/** What happened, for people. */
export function describeLoss(file: string, { lost = 0 }: KnownDatabase): string {
  return `there was a database ${file} before, but it was missing or empty on ${new Date(lost).toISOString()}, so a new one was created: earlier runs, tasks and messages are not in it`
}
