import assert from "node:assert/strict";
import { test } from "node:test";
import { openShop } from "../testing/shop.js";

/** @param {import("node:test").TestContext} t */
async function withCart(t) {
  const shop = await openShop();
  t.after(() => shop.close());
  const visitor = shop.visitor();
  await visitor.post("/api/cart", { sku: "POT-001", quantity: 1 });
  await visitor.post("/api/cart", { sku: "TEA-001", quantity: 2 });
  await visitor.signUp("ada@example.com");
  return { shop, visitor };
}

const order = (/** @type {string} */ cardToken) => ({ address: "1 Kettle Lane, Exampleton", cardToken });

test("a cart is filled before the account exists and bought after", async (t) => {
  const { shop, visitor } = await withCart(t);
  const bought = await visitor.post("/api/orders", order("card-ok"));
  assert.equal(bought.status, 201);
  assert.equal(bought.body.status, "paid");
  assert.equal(bought.body.total, 3900 + 2 * 790);
  assert.equal(shop.app.catalogue.stockOf("POT-001"), 7);
  assert.deepEqual((await visitor.get("/api/cart")).body, { lines: [], total: 0 });
  assert.deepEqual(shop.provider.receipts().map(({ amount }) => amount), [5480]);
  const [mail] = shop.app.outbox.waiting();
  assert.equal(mail.to, "ada@example.com");
  assert.match(mail.text, /2 x Morning Assam/);
});

test("a declined card gives the goods and the cart back", async (t) => {
  const { shop, visitor } = await withCart(t);
  const refused = await visitor.post("/api/orders", order("card-declined"));
  assert.equal(refused.status, 402);
  assert.equal(shop.app.catalogue.stockOf("POT-001"), 8);
  assert.equal((await visitor.get("/api/cart")).body.total, 5480);
  assert.deepEqual(shop.app.outbox.waiting(), []);
});

test("when the answer is lost the order waits", async (t) => {
  const { shop, visitor } = await withCart(t);
  const waiting = await visitor.post("/api/orders", order("card-lost"));
  assert.equal(waiting.status, 202);
  assert.equal(waiting.body.status, "pending");
  assert.equal(shop.app.catalogue.stockOf("POT-001"), 7);
  assert.deepEqual(shop.logged, ["charge outcome unknown"]);
});

test("an order is seen by the one who placed it only", async (t) => {
  const { shop, visitor } = await withCart(t);
  const { id } = (await visitor.post("/api/orders", order("card-ok"))).body;
  assert.equal((await visitor.get(`/api/orders/${id}`)).status, 200);
  const other = shop.visitor();
  assert.equal((await other.get(`/api/orders/${id}`)).status, 401);
  await other.signUp("bob@example.com");
  assert.equal((await other.get(`/api/orders/${id}`)).status, 404);
  assert.deepEqual((await other.get("/api/orders")).body, []);
});
