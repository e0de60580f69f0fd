import type { SubjectTables } from "../../../system/database/migrate.ts"

const ENDED = `CASE WHEN NEW.status = 'done' AND coalesce(json_extract(NEW.head, '$.outcome'), '') <> 'fail' THEN 'ran'
    ELSE 'failed' END`
const SETTLE = `UPDATE dues SET state = ${ENDED}, ended = json_extract(NEW.head, '$.updated'),
    cost = coalesce(json_extract(NEW.head, '$.spent.money'), 0), worker = NULL,
    why = CASE ${ENDED} WHEN 'ran' THEN why
      ELSE coalesce(json_extract(NEW.head, '$.because'), json_extract(NEW.head, '$.visit.because'),
        'its step ' || json_extract(NEW.head, '$.step') || ' was reported as failed', 'its run ended as ' || NEW.status) END
    WHERE run = NEW.id AND state = 'running'`

const END_TRIGGERS = `CREATE TRIGGER due_ends_at_once AFTER INSERT ON runs WHEN NEW.status <> 'running' BEGIN
  ${SETTLE};
END;
CREATE TRIGGER due_ends AFTER UPDATE OF status ON runs WHEN OLD.status = 'running' AND NEW.status <> 'running' BEGIN
  ${SETTLE};
END;
`

/**
 * Schedules and their due times.
 *
 * - `schedules`: a document, with the columns by which it is found.
 * - `dues`: one row for each due time. `run` is the id of its run, from the claim on.
 * - The two triggers are in the transaction of whatever commits the run: its first commit makes the row `running`, or
 *   fails if the row was settled in the meantime; its last commit settles the row.
 */
const create = `
CREATE TABLE schedules (id TEXT PRIMARY KEY, project TEXT, status TEXT, created INTEGER, doc TEXT) WITHOUT ROWID;
CREATE TABLE dues (schedule TEXT, at INTEGER, cause TEXT, state TEXT, why TEXT, catch_up INTEGER, made INTEGER, run TEXT,
  epoch INTEGER, worker TEXT, boot TEXT, until INTEGER, lasts INTEGER, told INTEGER, noop INTEGER, started INTEGER,
  ended INTEGER, cost REAL, PRIMARY KEY (schedule, at)) WITHOUT ROWID;
CREATE INDEX dues_open ON dues (schedule, at) WHERE state IN ('due', 'claimed', 'running');
CREATE UNIQUE INDEX dues_run ON dues (run) WHERE run IS NOT NULL;
CREATE TABLE schedule_ticks (id INTEGER PRIMARY KEY, at INTEGER);
`

const triggers = `
CREATE TRIGGER due_begins AFTER INSERT ON runs BEGIN
  SELECT RAISE(ABORT, 'the due time of this run is settled') WHERE EXISTS
    (SELECT 1 FROM dues WHERE run = NEW.id AND state <> 'claimed');
  UPDATE dues SET state = 'running', started = json_extract(NEW.head, '$.updated') WHERE run = NEW.id;
END;
${END_TRIGGERS}`

/** In version 1 a failure that an agent reported was stored without its reason. PostgreSQL never had version 1. */
const storeReasons = `
DROP TRIGGER due_ends_at_once;
DROP TRIGGER due_ends;
${END_TRIGGERS}`

/** The same triggers, as functions that have the rights of their owner: a worker may not write due times otherwise. */
const POSTGRES = `
CREATE FUNCTION due_begins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  IF EXISTS (SELECT 1 FROM dues WHERE run = NEW.id AND state <> 'claimed') THEN
    RAISE EXCEPTION 'the due time of this run is settled';
  END IF;
  UPDATE dues SET state = 'running', started = CAST(json_path(NEW.head, 'updated') AS bigint) WHERE run = NEW.id;
  RETURN NULL;
END $$;
CREATE FUNCTION due_ends() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  ${toPostgres(SETTLE)};
  RETURN NULL;
END $$;
CREATE TRIGGER due_begins AFTER INSERT ON runs FOR EACH ROW EXECUTE FUNCTION due_begins();
CREATE TRIGGER due_ends_at_once AFTER INSERT ON runs FOR EACH ROW WHEN (NEW.status <> 'running')
  EXECUTE FUNCTION due_ends();
CREATE TRIGGER due_ends AFTER UPDATE OF status ON runs FOR EACH ROW
  WHEN (OLD.status = 'running' AND NEW.status <> 'running') EXECUTE FUNCTION due_ends();
`

function toPostgres(sql: string): string {
  return sql
    .replace(
      /json_extract\((NEW\.head), '\$\.(updated|spent\.money)'\)/g,
      "CAST(json_path($1, '$2') AS double precision)",
    )
    .replace(/json_extract\((NEW\.head), '\$\.([\w.]+)'\)/g, "json_path($1, '$2')")
}

export const scheduleTables: SubjectTables = {
  subject: "schedules",
  version: 2,
  create,
  migrations: { 1: storeReasons },
  own: { sqlite: triggers, postgres: POSTGRES },
}
