import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { migrate } from "./migrations.js";

/**
 * @typedef {import("./migrations.js").Row} Row
 * @typedef {ReturnType<typeof openStore>} Store
 */

/**
 * Tables in memory, written as one JSON file after each transaction when `file` is given. Transactions are
 * synchronous, so no other request runs inside one; rows are copied in and out, so nobody changes one by accident.
 * @param {{ file?: string | null }} [options]
 */
export function openStore({ file = null } = {}) {
  const snapshot = read(file);
  const schema = migrate(snapshot.tables, snapshot.schema);
  const tables = new Map(
    Object.entries(snapshot.tables).map(([name, rows]) => [name, new Map(rows.map((row) => [row.id, row]))]),
  );
  /** @type {Array<() => void> | null} */
  let undo = null;

  /** @param {string} name */
  function table(name) {
    const found = tables.get(name);
    if (!found) throw new Error(`No table ${name}: add a migration`);
    return found;
  }

  function save() {
    if (!file) return;
    const rows = Object.fromEntries([...tables].map(([name, content]) => [name, [...content.values()]]));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify({ schema, tables: rows }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  /**
   * All of `work` happens, or nothing. A transaction inside another one joins it.
   * @template T
   * @param {() => T} work
   * @returns {T}
   */
  function transaction(work) {
    if (undo) return work();
    undo = [];
    try {
      const result = work();
      if (undo.length > 0) save();
      return result;
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    } finally {
      undo = null;
    }
  }

  /** @param {string} name @param {string} id @param {Row | null} row */
  function write(name, id, row) {
    transaction(() => {
      const rows = table(name);
      const before = rows.get(id);
      undo?.push(() => (before ? rows.set(id, before) : rows.delete(id)));
      if (row) rows.set(id, structuredClone(row));
      else rows.delete(id);
    });
  }

  return {
    schema,
    transaction,
    /** @param {string} name @param {string} id @returns {Row | null} */
    get: (name, id) => structuredClone(table(name).get(id) ?? null),
    /** @param {string} name @param {(row: Row) => boolean} [keep] @returns {Row[]} */
    all: (name, keep = () => true) => structuredClone([...table(name).values()].filter(keep)),
    /** @param {string} name @param {Row} row */
    put: (name, row) => write(name, row.id, row),
    /** @param {string} name @param {string} id */
    remove: (name, id) => write(name, id, null),
  };
}

/** @param {string | null} file @returns {{ schema: number, tables: import("./migrations.js").Tables }} */
function read(file) {
  if (!file) return { schema: 0, tables: {} };
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return { schema: 0, tables: {} };
    throw error;
  }
}
