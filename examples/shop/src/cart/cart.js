import { badRequest } from "../errors.js";

export const MAX_PER_LINE = 20;

/**
 * @typedef {{ sku: string, name: string, quantity: number, unitPrice: number, total: number }} CartLine
 * @typedef {ReturnType<typeof createCarts>} Carts
 */

/** @param {{ store: import("../db/store.js").Store, catalogue: import("../catalogue/catalogue.js").Catalogue }} parts */
export function createCarts({ store, catalogue }) {
  /** @param {string} cartId @returns {Record<string, number>} */
  const quantities = (cartId) => store.get("carts", cartId)?.quantities ?? {};

  /**
   * Prices come from the catalogue each time, never from the cart or the browser. What is no longer sold drops out.
   * @param {string} cartId
   */
  function view(cartId) {
    /** @type {CartLine[]} */
    const lines = Object.entries(quantities(cartId)).flatMap(([sku, quantity]) => {
      const product = catalogue.onSale(sku);
      if (!product) return [];
      return [{ sku, name: product.name, quantity, unitPrice: product.price, total: product.price * quantity }];
    });
    return { lines, total: lines.reduce((sum, line) => sum + line.total, 0) };
  }

  /**
   * @param {string} cartId
   * @param {string} sku
   * @param {number} quantity 0 takes the line out
   */
  function setQuantity(cartId, sku, quantity) {
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > MAX_PER_LINE) {
      throw badRequest(`quantity must be a whole number from 0 to ${MAX_PER_LINE}`);
    }
    const product = catalogue.show(sku);
    const next = quantities(cartId);
    if (quantity === 0) delete next[product.sku];
    else next[product.sku] = quantity;
    store.put("carts", { id: cartId, quantities: next });
  }

  return {
    view,
    setQuantity,

    /** @param {string} cartId @param {string} sku @param {number} quantity */
    add(cartId, sku, quantity) {
      if (!Number.isInteger(quantity) || quantity < 1) throw badRequest("quantity must be a whole number from 1");
      const product = catalogue.show(sku);
      setQuantity(cartId, product.sku, (quantities(cartId)[product.sku] ?? 0) + quantity);
    },

    /** @param {string} cartId */
    clear: (cartId) => store.remove("carts", cartId),

    /** Gives the lines of a failed order back, unless a new cart was begun. @param {string} cartId @param {CartLine[]} lines */
    restore(cartId, lines) {
      if (store.get("carts", cartId)) return;
      store.put("carts", { id: cartId, quantities: Object.fromEntries(lines.map((line) => [line.sku, line.quantity])) });
    },
  };
}
