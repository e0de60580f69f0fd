import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "../src/config.js";
import { openShop } from "../testing/shop.js";

/** @param {import("node:test").TestContext} t */
async function open(t) {
  const shop = await openShop();
  t.after(() => shop.close());
  return shop;
}

test("every admin address refuses customers", async (t) => {
  const shop = await open(t);
  const customer = shop.visitor();
  await customer.signUp("ada@example.com");
  const addresses = [
    ["GET", "/admin"],
    ["GET", "/admin/orders"],
    ["GET", "/admin/orders/x"],
    ["POST", "/admin/orders/x/ship"],
    ["POST", "/admin/orders/x/refund"],
    ["PUT", "/admin/stock"],
    ["POST", "/admin/staff"],
    ["GET", "/admin/outbox"],
    ["POST", "/admin/outbox/x/sent"],
    ["POST", "/admin/giftcards"],
    ["POST", "/admin/giftcards/x/spend"],
    ["POST", "/admin/giftcards/x/payout"],
    ["POST", "/admin/relay/flush"],
    ["POST", "/admin/relay/test"],
    ["GET", "/admin/reports/products/x"],
    ["GET", "/admin/reports/customers/x"],
    ["GET", "/admin/reports/months/x"],
    ["GET", "/admin/reports/best"],
    ["GET", "/admin/exports"],
    ["GET", "/admin/exports/x"],
    ["POST", "/admin/exports/x"],
    ["POST", "/admin/exports/x/pack"],
    ["POST", "/admin/exports/x/unpack"],
    ["GET", "/admin/labels/x"],
    ["POST", "/admin/pictures/x"],
  ];
  for (const [method, path] of addresses) {
    const body = method === "GET" ? undefined : {};
    assert.equal((await shop.visitor().call(method, path, body)).status, 401, path);
    assert.equal((await customer.call(method, path, body)).status, 403, path);
  }
});

test("the token makes staff, staff sees the office", async (t) => {
  const shop = await open(t);
  const token = { authorization: `Bearer ${shop.config.adminToken}` };
  const login = { email: "grace@example.com", password: " spaces count here " };
  assert.equal((await shop.visitor().post("/admin/staff", login, token)).status, 201);
  const staff = shop.visitor();
  assert.equal((await staff.post("/api/login", { ...login, password: login.password.trim() })).status, 401);
  assert.equal((await staff.post("/api/login", login)).status, 200);
  const office = await staff.get("/admin");
  assert.equal(office.status, 200);
  assert.match(office.text, /POT-002 Glass pot, 1.2 l: 4/);
});

test("a login changes the token; a logout and time end it", async (t) => {
  const shop = await open(t);
  const visitor = shop.visitor();
  await visitor.signUp("ada@example.com");
  const first = visitor.cookie();
  await visitor.post("/api/login", { email: "ADA@example.com", password: "a long enough one" });
  assert.notEqual(visitor.cookie(), first);
  assert.equal((await shop.visitor().get("/api/orders", { cookie: first })).status, 401);
  assert.equal((await visitor.get("/api/orders")).status, 200);
  shop.passMinutes(shop.config.sessionHours * 60);
  assert.equal((await visitor.get("/api/orders")).status, 401);
});

test("five wrong passwords lock the account for a while", async (t) => {
  const shop = await open(t);
  await shop.visitor().signUp("ada@example.com");
  const attempt = (/** @type {string} */ password) => shop.visitor().post("/api/login", { email: "ada@example.com", password });
  for (let i = 0; i < 5; i++) assert.equal((await attempt("wrong")).status, 401);
  assert.equal((await attempt("a long enough one")).status, 429);
  shop.passMinutes(16);
  assert.equal((await attempt("a long enough one")).status, 200);
});

test("other sites, long bodies and paths out of public/ are refused", async (t) => {
  const shop = await open(t);
  const visitor = shop.visitor();
  const item = { sku: "TEA-001", quantity: 1 };
  assert.equal((await visitor.post("/api/cart", item, { origin: "https://elsewhere.example.com" })).status, 403);
  assert.equal((await visitor.post("/api/cart", item, { origin: shop.url })).status, 201);
  assert.equal((await visitor.post("/api/cart", { sku: "x".repeat(70_000) })).status, 413);
  assert.equal((await visitor.get("/style.css")).status, 200);
  assert.equal((await visitor.get("/..%2fpackage.json")).status, 404);
  assert.equal((await visitor.call("PUT", "/health", {})).status, 405);
});

test("a form works without scripts", async (t) => {
  const shop = await open(t);
  const visitor = shop.visitor();
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await visitor.post("/api/cart", "sku=TEA-002&quantity=3", form);
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get("location"), "/cart");
  assert.match((await visitor.get("/cart")).text, /Green Sencha[\s\S]*€34\.50/);
});

test("production does not start without its secrets", () => {
  const env = { NODE_ENV: "production", SHOP_PAYMENTS_URL: "https://payments.example.com" };
  assert.throws(() => loadConfig(env), /SHOP_PAYMENTS_KEY must be set/);
  assert.throws(() => loadConfig({ SHOP_ADMIN_TOKEN: "short" }), /at least 32/);
});
