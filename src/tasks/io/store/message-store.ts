import type { Message, Scope } from "../../model.ts"
import type { MessageStore, NewMessage } from "../../store.ts"
import { type ReadCell, decodeText } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"
import type { Synchronous } from "../../../system/database/decode-cells.ts"
import { noteEvent } from "./event-rows.ts"

const ALL = "SELECT id, CAST(doc AS BLOB) FROM messages WHERE project = ? AND branch = ? ORDER BY id DESC LIMIT ?"
const TO =
  "SELECT m.id, CAST(m.doc AS BLOB) FROM inbox i JOIN messages m ON m.id = i.message WHERE i.project = ? AND i.branch = ? AND i.agent = ? ORDER BY i.message DESC LIMIT ?"

export function openMessageStore(database: Database): Synchronous<MessageStore> {
  return {
    post: (message) => database.transaction(() => ({ result: post(database, message), keep: true })),
    messages: ({ project, branch }, { to, most = 50 } = {}) => {
      const rows =
        to === undefined ? database.all(ALL, [project, branch, most]) : database.all(TO, [project, branch, to, most])
      return rows.toReversed().map(readMessageRow)
    },
    projects: () =>
      database
        .all("SELECT DISTINCT project FROM agents UNION SELECT DISTINCT project FROM messages")
        .map(([project]) => String(project)),
  }
}

export function readMessageRow([id, doc]: readonly ReadCell[]): Message {
  return { ...ordinary, ...(JSON.parse(decodeText(doc)) as Omit<Message, "id">), id: Number(id) }
}

/** Messages that were stored before there were types. */
const ordinary = { type: "message", requiresHuman: false } as const

function post(database: Database, { key, ...given }: NewMessage): { message: Message; isNew: boolean } {
  const message = { ...given, type: given.type ?? ordinary.type, requiresHuman: given.requiresHuman === true }
  const known = database.first("SELECT id, CAST(doc AS BLOB) FROM messages WHERE key = ?", [key])
  if (known !== undefined) return { message: readMessageRow(known), isNew: false }
  const { project, branch } = message
  database.write("INSERT INTO messages (project, branch, key, doc) VALUES (?, ?, ?, ?)", [
    project,
    branch,
    key,
    JSON.stringify(message),
  ])
  const id = Number(database.first("SELECT last_insert_rowid()")?.[0])
  for (const to of message.mentions)
    database.write("INSERT OR IGNORE INTO inbox (project, branch, agent, message) VALUES (?, ?, ?, ?)", [
      to.project,
      to.branch,
      to.agent,
      id,
    ])
  noteEvent(database, message, { kind: "message_posted", agent: message.from, at: message.at, data: { message: id } })
  return { message: { ...message, id }, isNew: true }
}

const UNSEEN =
  "SELECT m.id, CAST(m.doc AS BLOB) FROM inbox i JOIN messages m ON m.id = i.message WHERE i.project = ? AND i.branch = ? AND i.agent = ? AND i.message > ? AND i.message <= ? ORDER BY i.message DESC LIMIT ?"
const BEFORE =
  "SELECT id, CAST(doc AS BLOB) FROM messages WHERE project = ? AND branch = ? AND id <= ? ORDER BY id DESC LIMIT ?"

/** The newest of those for an agent that it has not seen, oldest first. */
export function listUnseenMessages(
  database: Database,
  { project, branch, agent }: Scope & { readonly agent: string },
  { after, upTo, most }: { readonly after: number; readonly upTo: number; readonly most: number },
): readonly Message[] {
  return database.all(UNSEEN, [project, branch, agent, after, upTo, most]).toReversed().map(readMessageRow)
}

export function countUnseen(
  database: Database,
  { project, branch, agent }: Scope & { readonly agent: string },
  { after, upTo }: { readonly after: number; readonly upTo: number },
): number {
  const sql =
    "SELECT count(*) FROM inbox WHERE project = ? AND branch = ? AND agent = ? AND message > ? AND message <= ?"
  return Number(database.first(sql, [project, branch, agent, after, upTo])?.[0] ?? 0)
}

export function listLastMessages(
  database: Database,
  { project, branch }: Scope,
  { upTo, most }: { readonly upTo: number; readonly most: number },
): readonly Message[] {
  return database.all(BEFORE, [project, branch, upTo, most]).toReversed().map(readMessageRow)
}
