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
CREATE TABLE definitions (hash TEXT PRIMARY KEY, json, sum INTEGER) WITHOUT ROWID;
CREATE TABLE runs (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, workflow TEXT, project TEXT, root INTEGER,
  status TEXT, asks INTEGER, items INTEGER, seq INTEGER, head TEXT, sum INTEGER);
CREATE INDEX running ON runs (project) WHERE status = 'running';
CREATE INDEX asking ON runs (project) WHERE asks > 0;
CREATE INDEX trees ON runs (root);
CREATE TABLE starts (run INTEGER PRIMARY KEY, start, sum INTEGER);
CREATE TABLE items (run INTEGER, step TEXT, round INTEGER, item TEXT, made INTEGER, root INTEGER, agent TEXT, status TEXT,
  claimable INTEGER, epoch INTEGER, tried INTEGER, place INTEGER, worker TEXT, boot TEXT, until INTEGER, lasts INTEGER,
  request, request_sum INTEGER, answer TEXT, answer_sum INTEGER, text, PRIMARY KEY (run, round, step, item)) WITHOUT ROWID;
CREATE INDEX queue ON items (root, place) WHERE place IS NOT NULL;
CREATE INDEX leased ON items (root) WHERE worker IS NOT NULL;
CREATE TABLE records (run INTEGER, seq INTEGER, at INTEGER, events TEXT, hash TEXT,
  PRIMARY KEY (run, seq)) WITHOUT ROWID;
`

/** Version 1 was never released. */
export const runTables: SubjectTables = { subject: "runs", version: 2, create, migrations: {} }
