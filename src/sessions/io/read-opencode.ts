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

/** Every session of opencode's database, in a state that it had at one moment. The database is never written. */
export function readOpencodeDatabase(file: string): ReadTranscript {
  const database = openForeignDatabase(file, BUSY)
  try {
    const problems: Problem[] = []
    const rows = database.all(
      "SELECT CAST(id AS BLOB), CAST(parent_id AS BLOB), CAST(directory AS BLOB), CAST(agent AS BLOB), time_created, time_updated FROM session ORDER BY time_created, id",
    )
    const sessions = rows.map(([id, parent, directory, agent, created, updated]) => {
      const facts = {
        id: decodeText(id),
        parent: parent === null ? undefined : decodeText(parent),
        directory: decodeText(directory),
        agent: agent === null ? undefined : decodeText(agent),
        created,
        updated,
      }
      const { session, damaged } = readSession(database, facts)
      const message = `${formatCount(damaged, "part")} of the session ${session.id} could not be read and ${damaged === 1 ? "is" : "are"} left out`
      if (damaged > 0) problems.push(placeProblem(file, sessionProblem("session.damaged", {}, { message })))
      problems.push(...describeLimit(session).map((one) => placeProblem(file, one)))
      return session
    })
    return { sessions, problems }
  } finally {
    database.close()
  }
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
