import type { SubjectTables } from "../../../system/database/migrate.ts"

/**
 * The tables of runs. All others refer to a run by a number. A row is a document with a checksum, and the columns by
 * which it is found.
 *
 * - `runs`: the head, which is everything deciding needs, and how many items it has: one that is hidden by damage is
 *   missed. `starts`: what a run began with, which never changes.
 * - `items`: what was asked and answered under one key. Those with a `place` are the queue, and nothing else is; a child run
 *   answers those that are not `claimable`. The round comes first in their key: a loop then adds at the end, to full pages.
 * - `records`: what each commit did, one chained to the next.
 */
const create = `
CREATE TABLE definitions (hash TEXT PRIMARY KEY, json BLOB, sum INTEGER) WITHOUT ROWID;
CREATE TABLE runs (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, workflow TEXT, project TEXT, root INTEGER,
  status TEXT, asks INTEGER, items INTEGER, seq INTEGER, head TEXT, sum INTEGER);
CREATE INDEX running ON runs (project) WHERE status = 'running';
CREATE INDEX asking ON runs (project) WHERE asks > 0;
CREATE INDEX trees ON runs (root);
CREATE TABLE starts (run INTEGER PRIMARY KEY, start BLOB, sum INTEGER);
CREATE TABLE items (run INTEGER, step TEXT, round INTEGER, item TEXT, made INTEGER, root INTEGER, agent TEXT, status TEXT,
  claimable INTEGER, epoch INTEGER, tried INTEGER, place INTEGER, worker TEXT, boot TEXT, until INTEGER, lasts INTEGER,
  request BLOB, request_sum INTEGER, answer TEXT, answer_sum INTEGER, text BLOB, PRIMARY KEY (run, round, step, item)) WITHOUT ROWID;
CREATE INDEX queue ON items (root, place) WHERE place IS NOT NULL;
CREATE INDEX leased ON items (root) WHERE worker IS NOT NULL;
CREATE TABLE records (run INTEGER, seq INTEGER, at INTEGER, events TEXT, hash TEXT,
  PRIMARY KEY (run, seq)) WITHOUT ROWID;
`

/**
 * On PostgreSQL several transactions write at the same time, so numbers come from sequences. Large texts are in a table:
 * workers have no directory in common. `offers`: the trees of runs that workers may work on. `asks`: who asks
 * which driver, for the limits that hold for all workers together.
 */
const own = {
  sqlite: "",
  postgres: `
CREATE SEQUENCE runs_number;
CREATE SEQUENCE items_place;
CREATE INDEX queue_places ON items (place) WHERE place IS NOT NULL;
CREATE TABLE artifacts (digest text COLLATE "C" PRIMARY KEY, body text COLLATE "C", used bigint);
CREATE SEQUENCE asks_place;
CREATE TABLE asks (place bigint PRIMARY KEY DEFAULT nextval('asks_place'), id text COLLATE "C" UNIQUE,
  driver text COLLATE "C", wanted bigint, seen bigint, started bigint, ended bigint, money double precision, tokens bigint);
CREATE INDEX asks_open ON asks (driver, place) WHERE ended IS NULL;
CREATE INDEX asks_started ON asks (driver, started);
CREATE INDEX asks_ended ON asks (driver, ended);
CREATE TABLE offers (root bigint PRIMARY KEY, queue text COLLATE "C", at bigint, revision text COLLATE "C");
`,
}

/**
 * Servers only: version 2 had no limits over all workers, and offers without what workers of other clones need. Runs that
 * cannot be told of are to be given to workers again.
 */
const toVersion3 = `
CREATE SEQUENCE IF NOT EXISTS asks_place;
CREATE TABLE IF NOT EXISTS asks (place INTEGER PRIMARY KEY DEFAULT nextval('asks_place'), id TEXT UNIQUE,
  driver TEXT, wanted INTEGER, seen INTEGER, started INTEGER, ended INTEGER, money REAL, tokens INTEGER);
CREATE INDEX IF NOT EXISTS asks_open ON asks (driver, place) WHERE ended IS NULL;
CREATE INDEX IF NOT EXISTS asks_started ON asks (driver, started);
CREATE INDEX IF NOT EXISTS asks_ended ON asks (driver, ended);
ALTER TABLE offers ADD COLUMN IF NOT EXISTS queue TEXT;
ALTER TABLE offers ADD COLUMN IF NOT EXISTS revision TEXT;
DELETE FROM offers WHERE queue IS NULL;
`

/** Version 1 was never released; files have had no other since. */
export const runTables: SubjectTables = {
  subject: "runs",
  version: 2,
  serverVersion: 3,
  create,
  migrations: { 2: toVersion3 },
  own,
}
