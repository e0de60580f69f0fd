import { placeProblem, type Problem } from "../../problem/problem.ts"
import { decodeText } from "../../system/database/decode-cells.ts"
import { openForeignDatabase, type ForeignDatabase } from "../../system/database/open-foreign-database.ts"
import { formatCount } from "../../text/format-count.ts"
import { sessionProblem } from "../problems.ts"
import { openOpencodeReader } from "../readers/opencode-reader.ts"
import type { RecordedSession } from "../session.ts"
import { describeLimit, type ReadTranscript } from "./read-result.ts"

const BUSY = 2000
/** A part that is larger has no use for us, except that it is there. */
const LARGEST = 8 * 1024 * 1024
const AT_ONCE = 200

/** What is said about a session of opencode's database, and what changes whenever the session does. */
export interface OpencodeSession {
  readonly id: string
  readonly stamp: string
  /** When something in it was changed last. */
  readonly changed: number
  readonly session: RecordedSession
  readonly problems: readonly Problem[]
}

/** Every session of opencode's database, in a state that it had at one moment. The database is never written. */
export function readOpencodeDatabase(file: string): ReadTranscript {
  const read: OpencodeSession[] = []
  visitOpencodeSessions(file, { isKnown: () => false, take: (one) => read.push(one) })
  return { sessions: read.map(({ session }) => session), problems: read.flatMap(({ problems }) => problems) }
}

interface Visit {
  /** Whether a session need not be read, because this stamp of it is known. */
  readonly isKnown: (id: string, stamp: string) => boolean
  readonly take: (read: OpencodeSession) => void
}

/** Passes on one session after another, so that memory depends on the largest one. */
export function visitOpencodeSessions(file: string, { isKnown, take }: Visit): void {
  const database = openForeignDatabase(file, BUSY)
  try {
    const [parts, messages] = [readStamps(database, "part"), readStamps(database, "message")]
    const rows = database.all(
      "SELECT CAST(id AS BLOB), CAST(parent_id AS BLOB), CAST(directory AS BLOB), CAST(agent AS BLOB), time_created, time_updated FROM session ORDER BY time_created, id",
    )
    for (const [cell, parent, directory, agent, created, updated] of rows) {
      const id = decodeText(cell)
      const [part, message] = [parts.get(id) ?? NOTHING, messages.get(id) ?? NOTHING]
      const changed = Math.max(Number(updated), part.updated, message.updated)
      const stamp = [updated, part.count, part.updated, message.count, message.updated].join(" ")
      if (isKnown(id, stamp)) continue
      const facts = {
        id,
        parent: parent === null ? undefined : decodeText(parent),
        directory: decodeText(directory),
        agent: agent === null ? undefined : decodeText(agent),
        created,
        updated,
      }
      const { session, damaged } = readSession(database, facts)
      const left = `${formatCount(damaged, "part")} of the session ${id} could not be read and ${damaged === 1 ? "is" : "are"} left out`
      const problems = [
        ...(damaged > 0 ? [sessionProblem("session.damaged", {}, { message: left })] : []),
        ...describeLimit(session),
      ].map((one) => placeProblem(file, one))
      take({ id, stamp, changed, session, problems })
    }
  } finally {
    database.close()
  }
}

interface Stamp {
  readonly count: number
  readonly updated: number
}

const NOTHING: Stamp = { count: 0, updated: 0 }

/** How many rows each session has in a table, and when one of them was changed last. Their contents are not read. */
function readStamps(database: ForeignDatabase, table: "part" | "message"): ReadonlyMap<string, Stamp> {
  const rows = database.all(
    `SELECT CAST(session_id AS BLOB), count(*), max(time_updated) FROM ${table} GROUP BY session_id`,
  )
  return new Map(
    rows.map(([id, count, updated]) => [decodeText(id), { count: Number(count), updated: Number(updated) }]),
  )
}

function readSession(
  database: ForeignDatabase,
  facts: Readonly<Record<string, unknown>> & { readonly id: string },
): { readonly session: RecordedSession; readonly damaged: number } {
  const reader = openOpencodeReader()
  reader.take(facts, 0)
  let damaged = 0
  let last = ""
  for (let row = 1; ; ) {
    const parts = database.all(
      `SELECT CAST(part.id AS BLOB), CAST(CASE WHEN length(part.data) > ${LARGEST} THEN '' ELSE part.data END AS BLOB), CAST(message.data AS BLOB), part.time_created
       FROM part JOIN message ON message.id = part.message_id
       WHERE part.session_id = ? AND part.id > ? ORDER BY part.id LIMIT ${AT_ONCE}`,
      [facts.id, last],
    )
    for (const [, data, message, created] of parts) {
      const [part, owner] = [parse(decodeText(data)), parse(decodeText(message))]
      if (part === undefined || owner === undefined) damaged++
      else reader.take({ part, role: owner["role"], created }, row)
      row++
    }
    if (parts.length < AT_ONCE) break
    last = decodeText(parts.at(-1)?.[0])
  }
  return { session: reader.finish(), damaged }
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === "object" && parsed !== null ? (parsed as Readonly<Record<string, unknown>>) : undefined
  } catch {
    // Counted as damaged by the caller.
    return undefined
  }
}
