import { readFileSync } from "node:fs";
import { conflict, notFound } from "../errors.js";
import { isAmount } from "../money.js";

/**
 * @typedef {{ sku: string, name: string, category: string, price: number, description: string,
 *   firstStock: number, hidden?: boolean }} Product
 * @typedef {{ sku: string, quantity: number }} Quantity
 * @typedef {ReturnType<typeof createCatalogue>} Catalogue
 */

const SKU = /^[A-Z]{3}-[0-9]{3}$/;
export const CATEGORIES = ["tea", "pots", "cups"];

/** @param {URL} [file] */
export function loadProducts(file = new URL("../../data/products.json", import.meta.url)) {
  const products = JSON.parse(readFileSync(file, "utf8"));
  const problems = checkProducts(products);
  if (problems.length > 0) throw new Error(`data/products.json: ${problems.join("; ")}`);
  return /** @type {Product[]} */ (products);
}

/**
 * Every problem in a product list, as sentences. Empty means it can be sold from.
 * @param {any} products
 */
export function checkProducts(products) {
  if (!Array.isArray(products)) return ["the file must hold a list"];
  const problems = [];
  const seen = new Set();
  for (const [i, product] of products.entries()) {
    const label = product?.sku ?? `entry ${i + 1}`;
    if (!SKU.test(product?.sku)) problems.push(`${label}: sku must look like TEA-001`);
    if (seen.has(product?.sku)) problems.push(`${label}: sku is used twice`);
    seen.add(product?.sku);
    for (const field of ["name", "description"]) {
      if (typeof product?.[field] !== "string" || product[field].trim() === "") problems.push(`${label}: ${field} is missing`);
    }
    if (!CATEGORIES.includes(product?.category)) problems.push(`${label}: category must be one of ${CATEGORIES.join(", ")}`);
    if (!isAmount(product?.price)) problems.push(`${label}: price must be whole cents above 0`);
    if (!isCount(product?.firstStock)) problems.push(`${label}: firstStock must be a whole number from 0`);
  }
  return problems;
}

/** @param {unknown} value */
export function isCount(value) {
  return Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;
}

/** @param {{ products: Product[], store: import("../db/store.js").Store }} parts */
export function createCatalogue({ products, store }) {
  const bySku = new Map(products.map((product) => [product.sku, product]));

  /** @param {string} sku */
  function known(sku) {
    const product = bySku.get(sku);
    if (!product) throw notFound(`Product ${sku}`);
    return product;
  }

  /** @param {string} sku */
  function stockOf(sku) {
    return store.get("stock", sku)?.onHand ?? known(sku).firstStock;
  }

  /** @param {string} sku @param {number} onHand */
  function setStock(sku, onHand) {
    store.put("stock", { id: known(sku).sku, onHand });
  }

  /** @param {Product} product */
  const withStock = (product) => ({ ...product, inStock: stockOf(product.sku) });

  return {
    stockOf,
    setStock,

    /** What the shop window shows. @param {{ category?: string | null, query?: string | null }} [filter] */
    list({ category, query } = {}) {
      const words = (query ?? "").toLowerCase().split(/\s+/).filter(Boolean);
      return products
        .filter((product) => !product.hidden && (!category || product.category === category))
        .filter((product) => words.every((word) => `${product.name} ${product.description}`.toLowerCase().includes(word)))
        .map(withStock);
    },

    /** The product if it can be bought today. @param {string} sku */
    onSale(sku) {
      const product = bySku.get(sku);
      return product && !product.hidden ? product : null;
    },

    /** A product as a customer sees it: a hidden one does not exist. @param {string} sku */
    show(sku) {
      const product = known(sku);
      if (product.hidden) throw notFound(`Product ${sku}`);
      return withStock(product);
    },

    /** Takes the goods off the shelf, all of them or none. @param {Quantity[]} lines */
    reserve(lines) {
      store.transaction(() => {
        for (const { sku, quantity } of lines) {
          const left = stockOf(sku) - quantity;
          if (left < 0) throw conflict(`Only ${stockOf(sku)} of ${known(sku).name} left`);
          setStock(sku, left);
        }
      });
    },

    /** Puts the goods back. @param {Quantity[]} lines */
    release(lines) {
      store.transaction(() => {
        for (const { sku, quantity } of lines) setStock(sku, stockOf(sku) + quantity);
      });
    },

    /** @param {number} limit */
    lowStock: (limit) => products.map(withStock).filter((product) => product.inStock <= limit),
  };
}
