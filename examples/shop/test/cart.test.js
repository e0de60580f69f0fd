import assert from "node:assert/strict";
import { test } from "node:test";
import { createCarts, MAX_PER_LINE } from "../src/cart/cart.js";
import { createCatalogue, loadProducts } from "../src/catalogue/catalogue.js";
import { openStore } from "../src/db/store.js";
import { gramsTyped, parcelMarks, parcelPrice, quote } from "../src/orders/shipping.js";
import { openShop } from "../testing/shop.js";

function openCarts() {
  const store = openStore();
  return createCarts({ store, catalogue: createCatalogue({ products: loadProducts(), store }) });
}

test.only("a line holds no more than the limit", () => {
  const carts = openCarts();
  carts.add("c", "TEA-001", MAX_PER_LINE);
  assert.throws(() => carts.add("c", "TEA-001", 1), /from 0 to 20/);
});

test("a quote adds shipping below the limit", () => {
  const carts = openCarts();
  carts.add("c", "TEA-001", 2);
  assert.deepEqual(quote(carts.view("c"), { coupon: "TEA10", country: "DE" }), {
    goods: 1422,
    discount: 158,
    shipping: 390,
    total: 1812,
  });
  carts.add("c", "POT-002", 1);
  assert.equal(quote(carts.view("c"), { coupon: "", country: "FR" }).shipping, 0);
});

test("a parcel is priced by its weight", () => {
  assert.deepEqual([500, 501, 9000].map(parcelPrice), [390, 590, 990]);
  assert.deepEqual(parcelMarks(["a", "b"]), ["1 of 2", "2 of 2"]);
  assert.deepEqual(["1,5", " 20 ", "?"].map(gramsTyped), [2, 20, 0]);
});

test("an unknown product cannot be put into a cart", async (t) => {
  const shop = await openShop();
  t.after(() => shop.close());
  const add = async () => shop.app.carts.add("c", "TEA-999", 1);
  assert.rejects(add, /not found/);
});

test("a quote is for a country we deliver to", async (t) => {
  const shop = await openShop();
  t.after(() => shop.close());
  const visitor = shop.visitor();
  await visitor.post("/api/cart", { sku: "TEA-001", quantity: 1 });
  assert.equal((await visitor.get("/api/cart/quote?country=NL")).body.total, 790 + 390 + 290);
  assert.equal((await visitor.get("/api/cart/quote?country=US")).status, 400);
});
