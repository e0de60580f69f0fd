import { type Address, type Agent, isUntold, type LostContext, type Message, type WakeUp } from "../../model.ts"
import { concernsAgent } from "../../messages/concerns-agent.ts"
import type { WakeBegun, WakeConfirmed, WakeWanted } from "../../store.ts"
import { findTold, isNewPlace, rememberPlace } from "../../told-places.ts"
import type { Database } from "../../../system/database/open-database.ts"
import { loadAgentRow, markSeen, newAgent, writeAgent } from "./agent-rows.ts"
import { noteEvent } from "./event-rows.ts"
import { countUnseen, listLastMessages, listUnseenMessages } from "./message-store.ts"
import { loadSession, markTold } from "./session-store.ts"

const COLUMNS = "id, trigger, whole, recorded, holder, until"
const OF_AGENT = "FROM wakes WHERE project = ? AND branch = ? AND agent = ? AND delivered IS NULL"
const OPEN_WAKE = `SELECT ${COLUMNS} ${OF_AGENT} AND session = ? AND sub_agent = ?`
const INBOX_WAKE = `SELECT ${COLUMNS} ${OF_AGENT} AND inbox = 1`
/** How many undelivered messages a wake-up reads, and how many earlier ones. */
const MOST_NEW = 50
const MOST_RECENT = 10
/** Among how many of the branch. */
const MOST_LOOKED_AT = 500

interface OpenWake extends Pick<WakeUp, "id" | "trigger" | "full" | "recorded"> {
  readonly holder: string
  readonly until: number
}

/** The messages that a wake-up delivers. */
interface Inbox {
  /** Those up to this one count as seen when it is confirmed. */
  readonly upTo: number
  readonly newMessages: readonly Message[]
  readonly older: number
  /** Another process is delivering them. */
  readonly heldBy?: OpenWake | undefined
}

/**
 * Begins a wake-up, within a transaction.
 *
 * 1. A session, a sub-agent, and the agent itself have their own wake-ups, which do not exclude each other.
 * 2. Messages belong to the agent. One wake-up at a time delivers them; another session gets the rest of its packet.
 * 3. A sub-agent gets no messages, and nothing of the agent counts as delivered because of it.
 */
export function beginWake(database: Database, wanted: WakeWanted, isGone: (holder: string) => boolean): WakeBegun {
  const { project, branch, agent: name, session, subAgent } = wanted
  const address = { project, branch, agent: name }
  const agent = loadAgentRow(database, address) ?? writeAgent(database, { ...newAgent(address), updated: wanted.at })
  const open = findOpen(database, OPEN_WAKE, [project, branch, name, session ?? "", subAgent ?? ""])
  if (isDelivered(database, wanted)) return { kind: "delivered" }
  const isHeld = ({ holder, until }: OpenWake) => holder !== wanted.holder && until > wanted.at && !isGone(holder)
  if (open !== undefined && isHeld(open)) return toBusy(open, wanted)
  const context = session === undefined ? agent : loadSession(database, session)
  // What a session lacks is recorded with the session: it may have received it since the open wake-up was begun.
  const isStillFull = open?.full === true && session === undefined
  const isFull = wanted.full || isStillFull || (subAgent === undefined && isUntold(context))
  const inbox = subAgent === undefined ? readInbox(database, agent, { open, isHeld }) : emptyInbox
  if (inbox.heldBy !== undefined && session === undefined) return toBusy(inbox.heldBy, wanted)
  const { newMessages, older, upTo } = inbox
  const told = subAgent === undefined ? findTold(agent, session) : undefined
  const isMoved = wanted.place !== undefined && isNewPlace(wanted.place, told)
  if (wanted.onlyNews === true && !isFull && newMessages.length === 0 && !isMoved) return { kind: "nothing" }
  const id = record(database, wanted, { open, isFull, inbox })
  database.write("INSERT OR IGNORE INTO triggers (project, branch, agent, trigger, wake) VALUES (?, ?, ?, ?, ?)", [
    project,
    branch,
    name,
    wanted.trigger,
    id,
  ])
  const recorded = open?.recorded ?? wanted.at
  const wake = { ...address, session, subAgent, id, trigger: wanted.trigger, full: isFull, upTo, recorded }
  const recent = isFull && subAgent === undefined ? recentMessages(database, agent, newMessages) : []
  return { kind: "recorded", wake, agent, newMessages, older, recent, told }
}

function toBusy({ until, trigger }: OpenWake, wanted: WakeWanted): WakeBegun {
  return { kind: "busy", until, isSame: trigger === wanted.trigger }
}

function findOpen(database: Database, sql: string, values: readonly string[]): OpenWake | undefined {
  const row = database.first(sql, values)
  if (row === undefined) return undefined
  const [id, trigger, whole, recorded, holder, until] = row
  return {
    id: Number(id),
    trigger: String(trigger),
    full: Number(whole) === 1,
    recorded: Number(recorded),
    holder: String(holder),
    until: Number(until),
  }
}

function isDelivered(database: Database, { project, branch, agent, trigger }: WakeWanted): boolean {
  const sql =
    "SELECT 1 FROM triggers t JOIN wakes w ON w.id = t.wake WHERE t.project = ? AND t.branch = ? AND t.agent = ? AND t.trigger = ? AND w.delivered IS NOT NULL"
  return database.first(sql, [project, branch, agent, trigger]) !== undefined
}

const emptyInbox: Inbox = { upTo: 0, newMessages: [], older: 0 }

/**
 * If another wake-up had the messages and its process is gone or takes too long, this one gets them. Should that process
 * have delivered them after all, it may still say so.
 */
function readInbox(
  database: Database,
  agent: Agent,
  { open, isHeld }: { readonly open: OpenWake | undefined; readonly isHeld: (wake: OpenWake) => boolean },
): Inbox {
  const after = agent.seen
  const upTo = Number(database.first("SELECT max(id) FROM messages")?.[0] ?? 0)
  const newMessages = listUnseenMessages(database, agent, { after, upTo, most: MOST_NEW })
  if (newMessages.length === 0) return { upTo, newMessages, older: 0 }
  const other = findOpen(database, INBOX_WAKE, [agent.project, agent.branch, agent.agent])
  if (other !== undefined && other.id !== open?.id) {
    if (isHeld(other)) return { ...emptyInbox, upTo: after, heldBy: other }
    database.write("UPDATE wakes SET inbox = 0 WHERE id = ?", [other.id])
  }
  const older = newMessages.length < MOST_NEW ? 0 : countUnseen(database, agent, { after, upTo }) - MOST_NEW
  return { upTo, newMessages, older }
}

/** The last messages of the branch that concern the agent, without those that are shown as new. */
function recentMessages(database: Database, agent: Agent, shown: readonly Message[]): readonly Message[] {
  const ids = new Set(shown.map(({ id }) => id))
  const last = listLastMessages(database, agent, { upTo: Number.MAX_SAFE_INTEGER, most: MOST_LOOKED_AT })
  return last.filter((message) => !ids.has(message.id) && concernsAgent(message, agent)).slice(-MOST_RECENT)
}

interface Recording {
  readonly open: OpenWake | undefined
  readonly isFull: boolean
  readonly inbox: Inbox
}

/** A wake-up that was never confirmed is delivered again, with what has arrived since. */
function record(database: Database, wanted: WakeWanted, { open, isFull, inbox }: Recording): number {
  const { project, branch, agent, session, subAgent, trigger, at, holder, until } = wanted
  const held = [holder, until, at, isFull ? 1 : 0, inbox.upTo, inbox.newMessages.length > 0 ? 1 : 0] as const
  if (open !== undefined) {
    database.write("UPDATE wakes SET holder = ?, until = ?, begun = ?, whole = ?, up_to = ?, inbox = ? WHERE id = ?", [
      ...held,
      open.id,
    ])
    return open.id
  }
  database.write(
    "INSERT INTO wakes (holder, until, begun, whole, up_to, inbox, project, branch, agent, session, sub_agent, trigger, recorded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [...held, project, branch, agent, session ?? "", subAgent ?? "", trigger, at],
  )
  return Number(database.first("SELECT last_insert_rowid()")?.[0])
}

/** Confirms a wake-up, within a transaction. */
export function confirmWake(database: Database, wake: number, { holder, at, place }: WakeConfirmed): boolean {
  const sql =
    "SELECT project, branch, agent, session, sub_agent, whole, up_to, coalesce(begun, recorded), trigger FROM wakes WHERE id = ? AND delivered IS NULL AND holder = ?"
  const row = database.first(sql, [wake, holder])
  if (row === undefined) return false
  const [project, branch, name, session, subAgent, whole, upTo, begun, trigger] = row
  const address = { project: String(project), branch: String(branch), agent: String(name) }
  database.write("UPDATE wakes SET delivered = ? WHERE id = ?", [at, wake])
  const isFull = Number(whole) === 1
  if (subAgent === "") {
    markSeen(database, address, Number(upTo))
    if (isFull) tellContext(database, { address, session: String(session), begun: Number(begun), at })
    const agent = place === undefined ? undefined : loadAgentRow(database, address)
    if (place !== undefined && agent !== undefined)
      writeAgent(database, { ...agent, places: rememberPlace(agent, { ...place, session: String(session) }) })
  }
  const receiver = { session: session || undefined, subAgent: subAgent || undefined }
  const data = { wake, trigger: String(trigger), full: isFull, upTo: Number(upTo), ...receiver }
  noteEvent(database, address, { kind: "woken", agent: address.agent, at, data })
  return true
}

interface Told {
  readonly address: Address
  readonly session: string
  readonly begun: number
  readonly at: number
}

/** A compaction after the wake-up was begun is not covered by it. */
function tellContext(database: Database, { address, session, begun, at }: Told): void {
  const isCovered = (context: LostContext | undefined) => context?.compacted !== undefined && context.compacted <= begun
  if (session !== "") {
    if (isCovered(loadSession(database, session))) markTold(database, session, at)
    return
  }
  const agent = loadAgentRow(database, address)
  if (agent !== undefined && isCovered(agent)) writeAgent(database, { ...agent, told: agent.compacted, updated: at })
}
