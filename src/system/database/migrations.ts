import { SkilletError } from "../../problem/failure.ts"
import { type Database, NEWEST, readSchemaVersion } from "./open-database.ts"
import { damagedError } from "./store-failure.ts"
import { version2 } from "../../run/io/store/rows.ts"

type Migration = (database: Database) => void

/** The migration from each version to the next one, by the version it starts from. Version 1 was never released. */
const migrations: Readonly<Record<number, Migration>> = { 2: (database) => database.exec(sessionTables) }

/** Creates the tables of a new file, or migrates an older file, in one transaction. Every other file is left alone. */
export function migrate(database: Database): void {
  const version = readSchemaVersion(database)
  if (version === NEWEST) return
  if (version === 0) startLog(database)
  bringUpToDate(database)
}

/** Here SQLite reads the file before it writes, and then never waits for another writer, whatever the busy timeout. */
function startLog(database: Database): void {
  for (let waited = 0; ; waited += PAUSE) {
    try {
      return database.exec("PRAGMA journal_mode = WAL")
    } catch (error) {
      if (!isBusy(error) || waited >= LONGEST_WAIT) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
    }
  }
}

const PAUSE = 10
const LONGEST_WAIT = 5000

function isBusy(error: unknown): boolean {
  return error instanceof SkilletError && error.code === "store.busy"
}

function bringUpToDate(database: Database): void {
  database.transaction(() => {
    const version = readSchemaVersion(database)
    if (version === 0) createTables(database)
    else for (const migration of planMigrations(database, version)) migration(database)
    database.exec(`PRAGMA user_version = ${NEWEST}`)
    return { result: undefined, keep: version !== NEWEST }
  })
}

function createTables(database: Database): void {
  if (database.first("SELECT 1 FROM sqlite_master LIMIT 1") !== undefined)
    throw damagedError(database.file, "it has tables but no version")
  database.exec(`${version2}; ${wakeTables}; ${sessionTables}`)
}

function planMigrations(database: Database, version: number): readonly Migration[] {
  if (version > NEWEST)
    throw unsupported(database, "store.newer", "use the newer Skillet that wrote it; `skillet --version` prints yours")
  return Array.from({ length: NEWEST - version }, (_, step) => {
    const migration = migrations[version + step]
    if (migration !== undefined) return migration
    throw unsupported(database, "store.older", `move ${database.file} to another directory; Skillet then starts anew`)
  })
}

function unsupported(database: Database, code: string, next: string): SkilletError {
  const message = `${database.file} has version ${readSchemaVersion(database)}, which this Skillet cannot read (it writes version ${NEWEST})`
  return new SkilletError(code, message, { retry: "no", next })
}

/**
 * Tasks, messages, agents and pins. A row is a JSON document with the columns by which it is found.
 *
 * - `tasks`: `place` sorts depth first. `opens` counts open children; a task that is open and has none is a leaf to work on.
 * - `inbox`: which message is for whom. `wakes`: deliveries; the one that is not confirmed is delivered again.
 * - `bodies`: the text of pinned skills by digest, with its compiled sections.
 */
const wakeTables = `
CREATE TABLE tasks (id TEXT PRIMARY KEY, project TEXT, branch TEXT, parent TEXT, root TEXT, place TEXT, owner TEXT,
  status TEXT, children INTEGER, opens INTEGER, deleted INTEGER, doc TEXT) WITHOUT ROWID;
CREATE INDEX task_places ON tasks (project, branch, place);
CREATE INDEX task_leaves ON tasks (project, branch, place)
  WHERE deleted IS NULL AND opens = 0 AND status IN ('pending', 'active', 'blocked', 'in_review');
CREATE INDEX task_started ON tasks (project, branch, place)
  WHERE deleted IS NULL AND status IN ('active', 'blocked', 'in_review');
CREATE INDEX task_roots ON tasks (root);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT, branch TEXT, key TEXT UNIQUE, doc TEXT);
CREATE INDEX message_places ON messages (project, branch);
CREATE TABLE inbox (project TEXT, branch TEXT, agent TEXT, message INTEGER,
  PRIMARY KEY (project, branch, agent, message)) WITHOUT ROWID;
CREATE TABLE agents (project TEXT, branch TEXT, agent TEXT, session TEXT, seen INTEGER, doc TEXT,
  PRIMARY KEY (project, branch, agent)) WITHOUT ROWID;
CREATE INDEX agent_sessions ON agents (session) WHERE session IS NOT NULL;
CREATE TABLE wakes (id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT, branch TEXT, agent TEXT, trigger TEXT,
  whole INTEGER, up_to INTEGER, recorded INTEGER, holder TEXT, until INTEGER, delivered INTEGER);
CREATE INDEX wakes_open ON wakes (project, branch, agent) WHERE delivered IS NULL;
CREATE TABLE triggers (project TEXT, branch TEXT, agent TEXT, trigger TEXT, wake INTEGER,
  PRIMARY KEY (project, branch, agent, trigger)) WITHOUT ROWID;
CREATE TABLE pins (project TEXT, branch TEXT, agent TEXT, skill TEXT, task TEXT, doc TEXT,
  PRIMARY KEY (project, branch, agent, skill)) WITHOUT ROWID;
CREATE TABLE bodies (digest TEXT PRIMARY KEY, doc TEXT) WITHOUT ROWID;
CREATE TABLE wake_events (seq INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT, branch TEXT, doc TEXT);
CREATE INDEX wake_event_places ON wake_events (project, branch);
`

/**
 * Version 3: a wake-up belongs to a session of a host or to a sub-agent; before, it belonged to the agent.
 *
 * - `sessions`: the contexts of hosts, and whether each has received everything since it began or was compacted.
 * - `wakes`: `session` and `sub_agent` are empty for the agent itself. `inbox` is 1 for the one that delivers messages.
 *   `begun` is when it was last begun; before version 3, only `recorded` was stored, when it was first begun.
 */
const sessionTables = `
CREATE TABLE sessions (session TEXT PRIMARY KEY, agent TEXT, compacted INTEGER, told INTEGER, updated INTEGER)
  WITHOUT ROWID;
INSERT OR IGNORE INTO sessions SELECT session, agent, json_extract(doc, '$.compacted'), json_extract(doc, '$.told'),
  coalesce(json_extract(doc, '$.updated'), 0) FROM agents WHERE session IS NOT NULL;
ALTER TABLE wakes ADD COLUMN session TEXT NOT NULL DEFAULT '';
ALTER TABLE wakes ADD COLUMN sub_agent TEXT NOT NULL DEFAULT '';
ALTER TABLE wakes ADD COLUMN inbox INTEGER NOT NULL DEFAULT 1;
ALTER TABLE wakes ADD COLUMN begun INTEGER;
DROP INDEX wakes_open;
CREATE INDEX wakes_open ON wakes (project, branch, agent, session, sub_agent) WHERE delivered IS NULL;
`
