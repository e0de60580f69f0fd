import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { migrations } from "../src/db/migrations.js";
import { openStore } from "../src/db/store.js";

/** @param {import("node:test").TestContext} t */
function dataFile(t) {
  const folder = mkdtempSync(join(tmpdir(), "teapot-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, "shop.json");
}

test("a failed transaction leaves nothing behind, in memory or in the file", (t) => {
  const file = dataFile(t);
  const store = openStore({ file });
  store.put("stock", { id: "TEA-001", onHand: 3 });
  const before = readFileSync(file, "utf8");
  assert.throws(() => {
    store.transaction(() => {
      store.put("stock", { id: "TEA-001", onHand: 0 });
      store.put("stock", { id: "TEA-002", onHand: 9 });
      throw new Error("stop");
    });
  }, /stop/);
  assert.deepEqual(store.all("stock"), [{ id: "TEA-001", onHand: 3 }]);
  assert.equal(readFileSync(file, "utf8"), before);
});

test("rows are copies", () => {
  const store = openStore();
  const row = { id: "c", quantities: { "TEA-001": 1 } };
  store.put("carts", row);
  row.quantities["TEA-001"] = 99;
  const read = store.get("carts", "c");
  assert.equal(read?.quantities["TEA-001"], 1);
});

test("old data is migrated, newer data is refused", (t) => {
  const file = dataFile(t);
  const tables = Object.fromEntries(["users", "sessions", "carts", "stock", "refunds", "outbox"].map((name) => [name, []]));
  writeFileSync(file, JSON.stringify({ schema: 1, tables: { ...tables, orders: [{ id: "o1", total: 100 }] } }));
  const store = openStore({ file });
  assert.equal(store.schema, migrations.length);
  assert.equal(store.get("orders", "o1")?.currency, "EUR");

  writeFileSync(file, JSON.stringify({ schema: migrations.length + 1, tables: {} }));
  assert.throws(() => openStore({ file }), /newer version/);
});
