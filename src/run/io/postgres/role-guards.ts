/**
 * What each kind of role may do with runs on a server. Grants say which tables and columns; where they cannot tell, triggers
 * look at what is written.
 *
 * 1. A role that is neither the owner of the schema nor a `user` of it is bound as a worker: an unknown role gets nothing more.
 * 2. A worker changes only trees of runs that were given to workers, and starts only child runs in them: of a definition that
 *    the run above them names, for that run, with the rights, the skill and the place of the tree.
 * 3. What was answered stays as it is.
 * 4. A worker answers no question, removes none that is open, lets no gate pass in the name of a person, changes no ceiling,
 *    and reopens no run that has ended. Definitions and requests that exist are out of its reach by grants.
 */
export function writeRoleGuards(schema: string): string {
  const path = `SET search_path TO ${schema}, pg_temp`
  return `
CREATE TABLE IF NOT EXISTS ${schema}.members (role text COLLATE "C" PRIMARY KEY, kind text NOT NULL);
CREATE OR REPLACE FUNCTION ${schema}.may_decide() RETURNS boolean LANGUAGE sql STABLE ${path} AS $$
  SELECT pg_has_role(current_user, (SELECT nspowner FROM pg_namespace WHERE nspname = '${schema}'), 'MEMBER') OR EXISTS
    (SELECT 1 FROM members JOIN pg_roles ON rolname = role WHERE kind = 'user' AND pg_has_role(current_user, oid, 'MEMBER')) $$;
CREATE OR REPLACE FUNCTION ${schema}.is_offered(tree bigint) RETURNS boolean LANGUAGE sql STABLE ${path} AS $$
  SELECT EXISTS (SELECT 1 FROM offers WHERE root = tree) $$;
CREATE OR REPLACE FUNCTION ${schema}.refuse_worker(what text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'a worker may not %', what USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE OR REPLACE FUNCTION ${schema}.is_owner() RETURNS boolean LANGUAGE sql STABLE ${path} AS $$
  SELECT pg_has_role(current_user, (SELECT nspowner FROM pg_namespace WHERE nspname = '${schema}'), 'MEMBER') $$;
CREATE OR REPLACE FUNCTION ${schema}.read_document(cell text) RETURNS json LANGUAGE sql STABLE ${path} AS $$
  SELECT CAST(CASE WHEN octet_length(cell) = 70 AND starts_with(cell, U&'\\FFFEb01')
    THEN (SELECT body FROM artifacts WHERE digest = right(cell, 64)) ELSE cell END AS json) $$;
${writeGuard(schema, "guard_run", RUN_RULES)}
${writeGuard(schema, "guard_start", START_RULES)}
${writeGuard(schema, "guard_item", ITEM_RULES)}
${writeGuard(schema, "guard_record", RECORD_RULES)}
${writeTrigger(schema, "guard_run", "INSERT OR UPDATE ON runs")}
${writeTrigger(schema, "guard_start", "INSERT ON starts")}
${writeTrigger(schema, "guard_item", "INSERT OR UPDATE ON items")}
${writeTrigger(schema, "guard_record", "INSERT ON records")}`
}

/** The documents are compared as JSON texts: their parts are copied from one head to the next, in the same order. */
const RUN_RULES = `
  IF NOT is_offered(NEW.root) THEN PERFORM refuse_worker('change a run that was not given to workers'); END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.root = NEW.number THEN PERFORM refuse_worker('start a run'); END IF;
    IF NEW.project IS DISTINCT FROM (SELECT project FROM runs WHERE number = NEW.root) THEN
      PERFORM refuse_worker('start a run of another project');
    END IF;
    past := '{}';
  ELSE
    past := OLD.head;
    IF OLD.status <> 'running' AND NEW.status <> OLD.status THEN PERFORM refuse_worker('reopen a run'); END IF;
    IF coalesce(CAST(past -> 'budget' AS text), '') <> coalesce(CAST(CAST(NEW.head AS json) -> 'budget' AS text), '') THEN
      PERFORM refuse_worker('change a ceiling');
    END IF;
  END IF;
  present := NEW.head;
  IF EXISTS (SELECT 1 FROM json_array_elements(present -> 'questions') AS later (doc) WHERE later.doc -> 'answer' IS NOT NULL AND NOT EXISTS
    (SELECT 1 FROM json_array_elements(past -> 'questions') AS earlier (doc) WHERE CAST(earlier.doc AS text) = CAST(later.doc AS text))) THEN
    PERFORM refuse_worker('answer a question');
  END IF;
  IF NEW.status IN ('running', 'done') AND EXISTS
    (SELECT 1 FROM json_array_elements(past -> 'questions') AS earlier (doc) WHERE earlier.doc -> 'answer' IS NULL AND NOT EXISTS
    (SELECT 1 FROM json_array_elements(present -> 'questions') AS later (doc) WHERE CAST(earlier.doc AS text) = CAST(later.doc AS text))) THEN
    PERFORM refuse_worker('remove an open question');
  END IF;
  IF EXISTS (SELECT 1 FROM json_each_text(present -> 'passed') AS later WHERE NOT EXISTS
    (SELECT 1 FROM json_each_text(past -> 'passed') AS earlier WHERE earlier.key = later.key AND earlier.value = later.value)) THEN
    PERFORM refuse_worker('let a gate pass');
  END IF;`

/** What every run of a tree has from the run at its top. */
const OF_THE_TREE = ["project", "branch", "directory", "program", "permissions", "skill"]

const START_RULES = `
  SELECT * INTO own FROM runs WHERE number = NEW.run;
  IF own.root IS NULL OR own.root = own.number OR NOT is_offered(own.root) THEN PERFORM refuse_worker('start a run'); END IF;
  past := (SELECT read_document(start) FROM starts WHERE run = own.root);
  present := read_document(NEW.start);
  above := (SELECT read_document(start) FROM starts JOIN runs ON runs.number = run
    WHERE runs.id = present -> 'parent' ->> 'run' AND runs.root = own.root);
  IF present ->> 'id' IS DISTINCT FROM own.id OR present ->> 'root' IS DISTINCT FROM past ->> 'id' OR NOT EXISTS
    (SELECT 1 FROM definitions, json_each_text(read_document(json) -> 'children') AS child
      WHERE hash = above ->> 'definition' AND child.value = present ->> 'definition') THEN
    PERFORM refuse_worker('start a run that no run of its tree asks for');
  END IF;
  FOREACH name IN ARRAY ARRAY[${OF_THE_TREE.map((name) => `'${name}'`).join(", ")}] LOOP
    IF CAST(present -> name AS text) IS DISTINCT FROM CAST(past -> name AS text) THEN
      PERFORM refuse_worker('give a run another ' || name || ' than its tree has');
    END IF;
  END LOOP;`

const ITEM_RULES = `
  IF NOT is_offered(NEW.root) OR NEW.root IS DISTINCT FROM (SELECT root FROM runs WHERE number = NEW.run) THEN
    PERFORM refuse_worker('change a run that was not given to workers');
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.answer IS NOT NULL AND (NEW.status, NEW.answer, NEW.text) IS DISTINCT FROM (OLD.status, OLD.answer, OLD.text) THEN
      PERFORM refuse_worker('change an answer');
    END IF;
  END IF;`

/** The entries of a history that only a person's decision makes. */
const OF_PERSONS = ["answered", "raised", "override"]

const RECORD_RULES = `
  IF NOT EXISTS (SELECT 1 FROM runs WHERE number = NEW.run AND is_offered(root)) THEN
    PERFORM refuse_worker('change a run that was not given to workers');
  END IF;
  IF EXISTS (SELECT 1 FROM json_array_elements(CAST(NEW.events AS json)) AS event
    WHERE event ->> 'kind' IN (${OF_PERSONS.map((kind) => `'${kind}'`).join(", ")})) THEN
    PERFORM refuse_worker('record the decision of a person');
  END IF;`

function writeGuard(schema: string, name: string, rules: string): string {
  return `CREATE OR REPLACE FUNCTION ${schema}.${name}() RETURNS trigger LANGUAGE plpgsql SET search_path TO ${schema}, pg_temp AS $$
DECLARE past json; present json; above json; own record; name text; BEGIN
  IF may_decide() THEN RETURN NEW; END IF;${rules}
  RETURN NEW;
END $$;`
}

function writeTrigger(schema: string, name: string, when: string): string {
  const [event, table] = when.split(" ON ")
  return `CREATE OR REPLACE TRIGGER ${name} BEFORE ${event} ON ${schema}.${table} FOR EACH ROW EXECUTE FUNCTION ${schema}.${name}();`
}

/**
 * pg-boss builds statements with the names of tables in its list of queues, and runs the commands of another list (`bam`)
 * with the rights of the role that starts it. So only the owner writes these lists; others may add queues, if their
 * messages go into the table that all queues share.
 */
export function writeQueueGuards(schema: string, queue: string): string {
  return `
CREATE OR REPLACE FUNCTION ${schema}.guard_queue() RETURNS trigger LANGUAGE plpgsql SET search_path TO ${schema}, pg_temp AS $$ BEGIN
  IF NOT is_owner() AND (NEW.partition OR NEW.table_name <> 'job_common') THEN
    RAISE EXCEPTION 'only the owner may name a table for messages' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER guard_queue BEFORE INSERT OR UPDATE ON ${queue}.queue FOR EACH ROW EXECUTE FUNCTION ${schema}.guard_queue();`
}

/** What users and workers may do with the tables of pg-boss, besides reading them. */
export const queueRights: Readonly<Record<string, string>> = {
  job: "INSERT, UPDATE, DELETE",
  job_common: "INSERT, UPDATE, DELETE",
  job_dependency: "INSERT, UPDATE, DELETE",
  warning: "INSERT, UPDATE, DELETE",
  queue: "INSERT, UPDATE",
  version: "UPDATE (cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on)",
}

/** The rights of a worker, by table. It reads what it needs to work, and adds what its work leads to. */
export const workerRights: Readonly<Record<string, string>> = {
  schemas: "SELECT",
  members: "SELECT",
  offers: "SELECT",
  asks: "SELECT, INSERT, UPDATE",
  definitions: "SELECT",
  runs: "SELECT, INSERT, UPDATE (items, seq, head, sum, status, asks)",
  starts: "SELECT, INSERT",
  items: "SELECT, INSERT, UPDATE (status, epoch, tried, place, worker, boot, until, lasts, answer, answer_sum, text)",
  records: "SELECT, INSERT",
  artifacts: "SELECT, INSERT, UPDATE (used)",
}

/** The sequences that number what a worker adds. */
export const workerSequences: readonly string[] = ["runs_number", "items_place", "asks_place"]
