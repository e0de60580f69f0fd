import assert from "node:assert/strict";
import { test } from "node:test";
import { checkProducts, createCatalogue, loadProducts } from "../src/catalogue/catalogue.js";
import { openStore } from "../src/db/store.js";

const open = () => createCatalogue({ products: loadProducts(), store: openStore() });

test("the product file is sound", () => {
  assert.deepEqual(checkProducts(loadProducts()), []);
});

test("a bad product is named with everything that is wrong", () => {
  const good = loadProducts()[0];
  const problems = checkProducts([good, { ...good, price: 7.9, category: "toys" }]);
  assert.equal(problems.length, 3);
  assert.match(problems.join("\n"), /used twice[\s\S]*category[\s\S]*whole cents/);
});

test("hidden products are not shown, found or sold", () => {
  const catalogue = open();
  assert.ok(!catalogue.list().some(({ sku }) => sku === "CUP-002"));
  assert.throws(() => catalogue.show("CUP-002"), /not found/);
  assert.equal(catalogue.onSale("CUP-002"), null);
});

test("a search needs every word, in the name or the description", () => {
  const skus = open().list({ query: "stoneware pot" }).map(({ sku }) => sku);
  assert.deepEqual(skus, ["POT-001", "CUP-001"]);
});

test("a reservation takes all lines or none", () => {
  const catalogue = open();
  const lines = [{ sku: "TEA-001", quantity: 2 }, { sku: "POT-002", quantity: 5 }];
  assert.throws(() => catalogue.reserve(lines), /Only 4 of Glass pot/);
  assert.equal(catalogue.stockOf("TEA-001"), 40);
});
