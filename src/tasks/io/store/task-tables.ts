import type { SubjectTables } from "../../../system/database/migrate.ts"

/**
 * Tasks, messages, agents and pins. A row is a JSON document with the columns by which it is found.
 *
 * - `tasks`: `place` sorts depth first. `opens` counts open children; an open task without any is a leaf to work on.
 * - `inbox`: which message is for whom. `wakes`: deliveries; the one that is not confirmed is delivered again.
 * - `bodies`: the text of pinned skills by digest, with its compiled pieces.
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
INSERT OR IGNORE INTO sessions SELECT session, agent, CAST(json_extract(doc, '$.compacted') AS INTEGER),
  CAST(json_extract(doc, '$.told') AS INTEGER), coalesce(CAST(json_extract(doc, '$.updated') AS INTEGER), 0)
  FROM agents WHERE session IS NOT NULL;
ALTER TABLE wakes ADD COLUMN session TEXT NOT NULL DEFAULT '';
ALTER TABLE wakes ADD COLUMN sub_agent TEXT NOT NULL DEFAULT '';
ALTER TABLE wakes ADD COLUMN inbox INTEGER NOT NULL DEFAULT 1;
ALTER TABLE wakes ADD COLUMN begun INTEGER;
DROP INDEX wakes_open;
CREATE INDEX wakes_open ON wakes (project, branch, agent, session, sub_agent) WHERE delivered IS NULL;
`

/** Version 4: when a session was first met. A compaction soon after that is not the loss with which it began. */
const sessionBeginnings = "ALTER TABLE sessions ADD COLUMN began INTEGER;"

/** Creates the tables of tasks, or brings those of versions 2 and 3 to version 4. Version 1 was never released. */
export const taskTables: Pick<SubjectTables, "create" | "migrations"> = {
  create: `${wakeTables}; ${sessionTables}; ${sessionBeginnings}`,
  migrations: { 2: sessionTables, 3: sessionBeginnings },
}
