/**
 * Each entry changes the stored tables from one schema to the next. Entries are only ever added at the end:
 * a shop that has run one must not meet another under the same number.
 *
 * @typedef {{ id: string, [field: string]: any }} Row
 * @typedef {Record<string, Row[]>} Tables
 * @type {ReadonlyArray<{ name: string, up: (tables: Tables) => void }>}
 */
export const migrations = [
  {
    name: "first tables",
    up(tables) {
      for (const name of ["users", "sessions", "carts", "stock", "orders", "refunds", "outbox"]) tables[name] ??= [];
    },
  },
  {
    name: "orders carry their currency",
    up(tables) {
      for (const order of tables.orders) order.currency ??= "EUR";
    },
  },
  {
    name: "webhook events are remembered",
    up(tables) {
      tables.events ??= [];
    },
  },
  {
    name: "gift cards and the newsletter",
    up(tables) {
      tables.giftcards ??= [];
      tables.subscribers ??= [];
    },
  },
];

/**
 * @param {Tables} tables
 * @param {number} from the schema the tables have now
 * @returns {number} the schema they have afterwards
 */
export function migrate(tables, from) {
  if (from > migrations.length) {
    throw new Error(`The data has schema ${from}, this version knows ${migrations.length}: start a newer version`);
  }
  for (const { up } of migrations.slice(from)) up(tables);
  return migrations.length;
}
