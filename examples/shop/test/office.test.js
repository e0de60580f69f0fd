import assert from "node:assert/strict";
import { test } from "node:test";
import { toCsv } from "../src/admin/exports.js";
import { loadConfig } from "../src/config.js";
import { largest, median, skusOf } from "../src/reports/sales.js";
import { cloudKey, paymentsKey } from "../testing/keys.js";
import { openShop } from "../testing/shop.js";

/** @param {import("node:test").TestContext} t */
async function open(t) {
  const shop = await openShop();
  t.after(() => shop.close());
  const staff = { authorization: `Bearer ${shop.config.adminToken}` };
  return { shop, visitor: shop.visitor(), staff };
}

test("a gift card is sold, used and paid out", async (t) => {
  const { shop, visitor, staff } = await open(t);
  const { id } = (await visitor.post("/admin/giftcards", { amount: 2500, chargeId: "charge_1" }, staff)).body;
  assert.equal((await visitor.post(`/admin/giftcards/${id}/spend`, { amount: 2600 }, staff)).status, 409);
  assert.equal((await visitor.post(`/admin/giftcards/${id}/spend`, { amount: 1000 }, staff)).body.balance, 1500);
  assert.deepEqual((await visitor.post(`/admin/giftcards/${id}/payout`, {}, staff)).body, { paidOut: 1500 });
  assert.equal(shop.app.giftCards.get(id).balance, 0);
});

test("the newsletter asks first", async (t) => {
  const { shop, visitor } = await open(t);
  assert.equal((await visitor.post("/api/newsletter", { email: "Ada@example.com" })).status, 202);
  const link = /https?:\/\/\S+/.exec(shop.app.outbox.waiting()[0].text)?.[0] ?? "";
  const { pathname } = new URL(link);
  assert.equal((await visitor.get(`${pathname}x`)).status, 404);
  assert.equal((await visitor.get(pathname)).status, 200);
  assert.equal((await visitor.get(pathname)).status, 404);
});

test("reports need a database", async (t) => {
  const { visitor, staff } = await open(t);
  assert.equal((await visitor.get("/admin/reports/months/2025-03", staff)).status, 404);
  assert.equal((await visitor.post("/admin/relay/test", { to: "ada@example.com" }, {})).status, 401);
});

test("numbers of a report", () => {
  const rows = [{ total: "700" }, { total: "900" }, { total: "800" }];
  assert.equal(median(rows), 800);
  assert.deepEqual(largest(rows), [900, 800, 700]);
  assert.deepEqual(skusOf([{ sku: "TEA-002" }, { sku: "TEA-001" }, { sku: "TEA-002" }]), ["TEA-001", "TEA-002"]);
});

test("an export quotes its cells", () => {
  const order = /** @type {any} */ ({ id: "0123456789", email: 'a"b@example.com', status: "paid", total: 1250 });
  assert.equal(toCsv([order]), 'number,email,status,total\n"01234567","a""b@example.com","paid","12.50"\n');
});

test("exports are listed with the room that is left", { skip: process.platform === "win32" && "needs df" }, async (t) => {
  const { visitor, staff } = await open(t);
  const { status, body } = await visitor.get("/admin/exports", staff);
  assert.equal(status, 200);
  assert.ok(Array.isArray(body.files));
});

test("a key must be long enough to be one", () => {
  assert.equal(loadConfig({ SHOP_PAYMENTS_KEY: paymentsKey }).paymentsKey, paymentsKey);
  assert.throws(() => loadConfig({ SHOP_PAYMENTS_KEY: cloudKey }), /at least 32/);
});
