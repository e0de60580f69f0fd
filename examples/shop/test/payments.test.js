import assert from "node:assert/strict";
import { test } from "node:test";
import { PaymentDeclined } from "../src/payments/provider.js";
import { sign } from "../src/payments/webhook.js";
import { openShop, START } from "../testing/shop.js";

/** @param {import("node:test").TestContext} t @param {string} cardToken */
async function withOrder(t, cardToken) {
  const shop = await openShop();
  t.after(() => shop.close());
  const visitor = shop.visitor();
  await visitor.post("/api/cart", { sku: "POT-001", quantity: 1 });
  await visitor.signUp("ada@example.com");
  const { id } = (await visitor.post("/api/orders", { address: "1 Kettle Lane", cardToken })).body;
  const staff = { authorization: `Bearer ${shop.config.adminToken}` };
  const refund = (/** @type {number} */ amount) =>
    shop.visitor().post(`/admin/orders/${id}/refund`, { amount, reason: "chipped lid" }, staff);
  return { shop, visitor, id, staff, refund };
}

test("refunds add up to what was paid and no further", async (t) => {
  const { shop, id, refund } = await withOrder(t, "card-ok");
  assert.equal((await refund(1000)).status, 201);
  assert.equal((await refund(2901)).status, 409);
  assert.equal(shop.app.orders.get(id).status, "paid");
  assert.equal((await refund(2900)).status, 201);
  assert.equal(shop.app.orders.get(id).status, "refunded");
  assert.equal(shop.app.catalogue.stockOf("POT-001"), 8);
  assert.equal((await refund(1)).status, 409);
});

test("two refunds at once cannot return the money twice", async (t) => {
  const { shop, refund } = await withOrder(t, "card-ok");
  const answers = await Promise.all([refund(3900), refund(3900)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
  assert.equal(shop.provider.receipts().filter(({ kind }) => kind === "refund").length, 1);
});

test("an amount is whole cents above zero", async (t) => {
  const { refund } = await withOrder(t, "card-ok");
  for (const amount of [0, -100, 10.5, "100", null]) {
    assert.equal((await refund(/** @type {number} */ (amount))).status, 400, String(amount));
  }
});

test("a refused refund can be tried again, a lost one still counts", async (t) => {
  const { shop, id, refund } = await withOrder(t, "card-ok");
  const { provider } = shop;
  const working = provider.refund;
  provider.refund = async () => {
    throw new PaymentDeclined("closed account");
  };
  assert.equal((await refund(3900)).status, 502);
  assert.equal(shop.app.refunds.remaining(id), 3900);
  provider.refund = async () => {
    throw new Error("connection reset");
  };
  assert.equal((await refund(900)).status, 500);
  assert.equal(shop.app.refunds.remaining(id), 3000);
  provider.refund = working;
  assert.equal((await refund(3000)).status, 201);
});

test("the webhook settles a waiting order once", async (t) => {
  const { shop, id } = await withOrder(t, "card-lost");
  const body = JSON.stringify({ id: "evt_1", type: "charge.succeeded", order: id, charge: "charge_1" });
  const signature = sign(shop.config.webhookSecret, START.getTime() / 1000, body);
  const deliver = () => shop.visitor().post("/webhooks/payments", body, { "x-payments-signature": signature });
  assert.equal((await deliver()).status, 200);
  assert.equal((await deliver()).status, 200);
  assert.equal(shop.app.orders.get(id).status, "paid");
  assert.equal(shop.app.outbox.waiting().length, 1);
  shop.passMinutes(6);
  assert.equal((await deliver()).status, 401);
});

test("a webhook with a wrong signature changes nothing", async (t) => {
  const { shop, id } = await withOrder(t, "card-lost");
  const body = JSON.stringify({ id: "evt_1", type: "charge.failed", order: id, charge: "charge_1" });
  const wrong = sign("not the secret", START.getTime() / 1000, body);
  for (const header of [wrong, "t=1,v1=00", ""]) {
    const answer = await shop.visitor().post("/webhooks/payments", body, { "x-payments-signature": header });
    assert.equal(answer.status, 401);
  }
  assert.equal(shop.app.orders.get(id).status, "pending");
});
