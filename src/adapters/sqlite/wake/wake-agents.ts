import { type Address, type Agent, ORCHESTRATOR, type WakeUp } from "../../../wake/model.ts"
import type { AgentStore, WakeBegun, WakeWanted } from "../../../wake/store.ts"
import { type ReadCell, type Synchronous, textOf } from "../cells.ts"
import type { Database } from "../open-database.ts"
import { noteEvent } from "./wake-events.ts"
import { countUnseen, lastMessages, unseenMessages } from "./wake-messages.ts"

const AGENT = "SELECT seen, CAST(doc AS BLOB) FROM agents WHERE"
const OPEN_WAKE =
  "SELECT id, trigger, whole, up_to, recorded, holder, until FROM wakes WHERE project = ? AND branch = ? AND agent = ? AND delivered IS NULL"
/** How many undelivered messages a wake-up reads, and how many earlier ones. */
const MOST_NEW = 50
const MOST_RECENT = 10

export interface Watch {
  /** For tests: a point at which the process may end. */
  readonly fail?: ((moment: "before" | "after", act: string) => void) | undefined
  /** Whether the process of a holder is known to have ended. */
  readonly isGone: (holder: string) => boolean
}

export function wakeAgents(database: Database, { fail, isGone }: Watch): Synchronous<AgentStore> {
  const kept = <Result>(act: () => Result): Result => database.transaction(() => ({ result: act(), keep: true }))
  return {
    agent: (address) => findAgent(database, address),
    agents: ({ project, branch }) =>
      database.all(`${AGENT} project = ? AND branch = ? ORDER BY agent`, [project, branch]).map(agentOf),
    agentOfSession: (session) => {
      const row = database.first(`${AGENT} session = ? LIMIT 1`, [session])
      return row === undefined ? undefined : agentOf(row)
    },
    putAgent: (address, change) =>
      kept(() => put(database, { ...(findAgent(database, address) ?? newAgent(address)), ...change })),
    changeAgent: (address, decide) =>
      kept(() => {
        const agent = findAgent(database, address)
        const change = agent === undefined ? undefined : decide(agent)
        return agent === undefined || change === undefined ? undefined : put(database, { ...agent, ...change })
      }),
    beginWake: (wanted) => {
      const begun = kept(() => begin(database, wanted, isGone))
      fail?.("after", "wake")
      return begun
    },
    confirmWake: (wake, { holder, at }) => {
      fail?.("before", "confirm")
      return kept(() => confirm(database, wake, { holder, at }))
    },
  }
}

function agentOf([seen, doc]: readonly ReadCell[]): Agent {
  return { ...(JSON.parse(textOf(doc)) as Omit<Agent, "seen">), seen: Number(seen) }
}

function findAgent(database: Database, { project, branch, agent }: Address): Agent | undefined {
  const row = database.first(`${AGENT} project = ? AND branch = ? AND agent = ?`, [project, branch, agent])
  return row === undefined ? undefined : agentOf(row)
}

function newAgent({ project, branch, agent }: Address): Agent {
  const role = agent === ORCHESTRATOR ? "orchestrator" : "agent"
  return { project, branch, agent, role, status: "idle", seen: 0, updated: 0 }
}

function put(database: Database, agent: Agent): Agent {
  database.write(
    "INSERT INTO agents (project, branch, agent, session, seen, doc) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (project, branch, agent) DO UPDATE SET session = excluded.session, doc = excluded.doc",
    [
      agent.project,
      agent.branch,
      agent.agent,
      agent.session ?? null,
      agent.seen,
      JSON.stringify({ ...agent, seen: undefined }),
    ],
  )
  return agent
}

interface OpenWake extends WakeUp {
  readonly holder: string
  readonly until: number
}

function begin(database: Database, wanted: WakeWanted, isGone: Watch["isGone"]): WakeBegun {
  const { project, branch, agent: name } = wanted
  const address = { project, branch, agent: name }
  const agent = findAgent(database, address) ?? put(database, { ...newAgent(address), updated: wanted.at })
  const open = openWake(database, address)
  if (isDelivered(database, wanted)) return { kind: "delivered" }
  if (open !== undefined && open.holder !== wanted.holder && open.until > wanted.at && !isGone(open.holder))
    return { kind: "busy", until: open.until }
  const isFull = wanted.full || agent.compacted !== agent.told || open?.full === true
  const upTo = Number(database.first("SELECT max(id) FROM messages")?.[0] ?? 0)
  const newMessages = unseenMessages(database, address, { after: agent.seen, upTo, most: MOST_NEW })
  if (wanted.onlyNews === true && !isFull && newMessages.length === 0) return { kind: "nothing" }
  const id =
    open === undefined ? record(database, wanted, { isFull, upTo }) : renew(database, open, { ...wanted, isFull, upTo })
  database.write("INSERT OR IGNORE INTO triggers (project, branch, agent, trigger, wake) VALUES (?, ?, ?, ?, ?)", [
    project,
    branch,
    name,
    wanted.trigger,
    id,
  ])
  const shown = new Set(newMessages.map((message) => message.id))
  const recent = isFull
    ? lastMessages(database, address, { upTo, most: MOST_RECENT + newMessages.length }).filter(
        (message) => !shown.has(message.id),
      )
    : []
  const wake = { ...address, id, trigger: wanted.trigger, full: isFull, upTo, recorded: open?.recorded ?? wanted.at }
  const older =
    newMessages.length < MOST_NEW ? 0 : countUnseen(database, address, { after: agent.seen, upTo }) - MOST_NEW
  return { kind: "recorded", wake, agent, newMessages, older, recent: recent.slice(-MOST_RECENT) }
}

function openWake(database: Database, { project, branch, agent }: Address): OpenWake | undefined {
  const row = database.first(OPEN_WAKE, [project, branch, agent])
  if (row === undefined) return undefined
  const [id, trigger, whole, upTo, recorded, holder, until] = row
  return {
    project,
    branch,
    agent,
    id: Number(id),
    trigger: String(trigger),
    full: Number(whole) === 1,
    upTo: Number(upTo),
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

interface Range {
  readonly isFull: boolean
  readonly upTo: number
}

function record(database: Database, wanted: WakeWanted, { isFull, upTo }: Range): number {
  database.write(
    "INSERT INTO wakes (project, branch, agent, trigger, whole, up_to, recorded, holder, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [
      wanted.project,
      wanted.branch,
      wanted.agent,
      wanted.trigger,
      isFull ? 1 : 0,
      upTo,
      wanted.at,
      wanted.holder,
      wanted.until,
    ],
  )
  return Number(database.first("SELECT last_insert_rowid()")?.[0])
}

/** A wake-up that was never confirmed is delivered again, with what has arrived since. */
function renew(database: Database, open: OpenWake, { holder, until, isFull, upTo }: WakeWanted & Range): number {
  database.write("UPDATE wakes SET holder = ?, until = ?, whole = ?, up_to = ? WHERE id = ?", [
    holder,
    until,
    isFull ? 1 : 0,
    upTo,
    open.id,
  ])
  return open.id
}

function confirm(
  database: Database,
  wake: number,
  { holder, at }: { readonly holder: string; readonly at: number },
): boolean {
  const sql =
    "SELECT project, branch, agent, whole, up_to, recorded FROM wakes WHERE id = ? AND delivered IS NULL AND holder = ?"
  const row = database.first(sql, [wake, holder])
  if (row === undefined) return false
  const [project, branch, name, whole, upTo, recorded] = row
  const address = { project: String(project), branch: String(branch), agent: String(name) }
  database.write("UPDATE wakes SET delivered = ? WHERE id = ?", [at, wake])
  database.write("UPDATE agents SET seen = max(seen, ?) WHERE project = ? AND branch = ? AND agent = ?", [
    Number(upTo),
    address.project,
    address.branch,
    address.agent,
  ])
  const agent = findAgent(database, address)
  const wasTold = Number(whole) === 1 && (agent?.compacted ?? 0) <= Number(recorded)
  if (agent?.compacted !== undefined && wasTold) put(database, { ...agent, told: agent.compacted, updated: at })
  noteEvent(database, address, { kind: "woken", agent: address.agent, at, data: { wake, upTo: Number(upTo) } })
  return true
}
