import { SkilletError } from "../../skill/failure.ts"
import type { Database } from "./database/open-database.ts"

/** The first version. A run is known by a number in all other tables: rows are small, and those of a run lie together. */
const runs = `
CREATE TABLE definitions (hash PRIMARY KEY, json, sum INTEGER) WITHOUT ROWID;
CREATE TABLE runs (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, workflow TEXT, project TEXT, root TEXT,
  seq INTEGER, status TEXT, step TEXT, round INTEGER, outcome TEXT, because, updated INTEGER, budget, spent, events INTEGER,
  chain, visited INTEGER, counts,
  sum INTEGER);
CREATE INDEX running ON runs (project) WHERE status = 'running';
CREATE INDEX children ON runs (root) WHERE root <> id;
CREATE TABLE starts (run INTEGER PRIMARY KEY, made, sum INTEGER);
CREATE TABLE visits (run INTEGER, step, round INTEGER, number INTEGER, entered INTEGER, via, inputs, digest,
  total INTEGER, sum INTEGER, ok INTEGER, failed INTEGER, outcome, left INTEGER, onward, because, evidence, loop,
  progress_sum INTEGER, PRIMARY KEY (run, step, round)) WITHOUT ROWID;
CREATE TABLE vals (run INTEGER, name, step, round INTEGER, item, digest, sum INTEGER,
  PRIMARY KEY (run, name)) WITHOUT ROWID;
CREATE TABLE results (run INTEGER, step, round INTEGER, item, outcome, agent, digest, bytes INTEGER, report, inputs, "by",
  at INTEGER, usage, reused, sum INTEGER, text, text_sum INTEGER, PRIMARY KEY (run, step, round, item)) WITHOUT ROWID;
CREATE TABLE dispatches (run INTEGER, step, round INTEGER, item, made INTEGER, root, agent, tier, tries INTEGER, inputs,
  asks, ask, sum INTEGER, status INTEGER, epoch INTEGER, tried INTEGER, place INTEGER, state_sum INTEGER,
  PRIMARY KEY (run, step, round, item)) WITHOUT ROWID;
CREATE TABLE queue (place INTEGER PRIMARY KEY, run INTEGER, step, round INTEGER, item, root, agent, worker, boot,
  until INTEGER, lasts INTEGER);
CREATE INDEX leased ON queue (worker) WHERE worker IS NOT NULL;
CREATE TABLE questions (number INTEGER PRIMARY KEY, run INTEGER, step, round INTEGER, id, waiting INTEGER, row, sum INTEGER);
CREATE UNIQUE INDEX question_keys ON questions (run, step, round, id);
CREATE INDEX waiting ON questions (run) WHERE waiting = 1;
CREATE TABLE events (run INTEGER, seq INTEGER, at INTEGER, kind, data, hash, sum INTEGER,
  PRIMARY KEY (run, seq)) WITHOUT ROWID;
`

/** Version n of the tables is what the first n of these make. What was released is not changed any more. */
export const migrations: readonly string[] = [runs]

/** Brings an older file up to date, each step in one transaction; one from a newer version is left alone. */
export function migrate(database: Database, known: readonly string[] = migrations): void {
  const newest = known.length
  if (versionOf(database) === newest) return
  if (versionOf(database) === 0) database.exec("PRAGMA journal_mode = WAL")
  while (versionOf(database) < newest) {
    database.transaction(() => {
      const version = versionOf(database)
      const step = known[version]
      if (step !== undefined) database.exec(`${step}; PRAGMA user_version = ${version + 1}`)
      return { result: undefined, keep: true }
    })
  }
  if (versionOf(database) > newest) throw newer(database, newest)
}

function versionOf(database: Database): number {
  return Number(database.first("PRAGMA user_version")?.[0])
}

function newer(database: Database, newest: number): SkilletError {
  return new SkilletError(
    "store.newer",
    `${database.file} is of version ${versionOf(database)}, and this Skillet knows up to ${newest}`,
    { retry: "no", next: "use the newer Skillet that wrote it; `skillet --version` says which one this is" },
  )
}
