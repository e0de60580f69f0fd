import { randomUUID } from "node:crypto";
import { conflict, notFound } from "../errors.js";
import { CURRENCY } from "../money.js";

/**
 * @typedef {"pending" | "paid" | "shipped" | "cancelled" | "refunded"} Status
 * @typedef {{ id: string, userId: string, email: string, cartId: string, status: Status, currency: string,
 *   lines: import("../cart/cart.js").CartLine[], total: number, address: string, chargeId: string | null,
 *   tracking: string | null, createdAt: string }} Order
 * @typedef {ReturnType<typeof createOrders>} Orders
 */

/** @param {string} id the short form, which a customer can read out on the phone */
export const orderNumber = (id) => id.slice(0, 8).toUpperCase();

/** @type {Record<Status, Status[]>} */
const NEXT = {
  pending: ["paid", "cancelled"],
  paid: ["shipped", "refunded"],
  shipped: ["refunded"],
  cancelled: [],
  refunded: [],
};

/**
 * Orders and the only ways their status changes. Each change and its mail are one transaction.
 * @param {{ store: import("../db/store.js").Store, catalogue: import("../catalogue/catalogue.js").Catalogue,
 *   carts: import("../cart/cart.js").Carts, outbox: import("../mail/outbox.js").Outbox }} parts
 */
export function createOrders({ store, catalogue, carts, outbox }) {
  /** @param {string} id */
  function get(id) {
    const order = /** @type {Order | null} */ (store.get("orders", id));
    if (!order) throw notFound("Order");
    return order;
  }

  /** @param {Order} order @param {Status} status @param {Partial<Order>} [changes] */
  function move(order, status, changes = {}) {
    if (!NEXT[order.status].includes(status)) throw conflict(`A ${order.status} order cannot become ${status}`);
    const next = { ...order, ...changes, status };
    store.put("orders", next);
    return next;
  }

  return {
    get,

    /** Somebody else's order looks like none at all. @param {string} id @param {string} userId */
    getForUser(id, userId) {
      const order = get(id);
      if (order.userId !== userId) throw notFound("Order");
      return order;
    },

    /** @param {string} userId */
    listForUser: (userId) => /** @type {Order[]} */ (store.all("orders", (order) => order.userId === userId)),

    /** @param {string} number */
    withNumber: (number) => /** @type {Order[]} */ (store.all("orders", ({ id }) => orderNumber(id) === number.toUpperCase())),

    /** Newest first. @param {number} limit */
    recent(limit) {
      const orders = /** @type {Order[]} */ (store.all("orders"));
      return orders.sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, limit);
    },

    /** @param {{ user: { id: string, email: string }, cartId: string, address: string, now: Date }} request */
    place({ user, cartId, address, now }) {
      return store.transaction(() => {
        const { lines, total } = carts.view(cartId);
        if (lines.length === 0) throw conflict("The cart is empty");
        catalogue.reserve(lines);
        /** @type {Order} */
        const order = {
          id: randomUUID(),
          userId: user.id,
          email: user.email,
          cartId,
          status: "pending",
          currency: CURRENCY,
          lines,
          total,
          address,
          chargeId: null,
          tracking: null,
          createdAt: now.toISOString(),
        };
        store.put("orders", order);
        carts.clear(cartId);
        return order;
      });
    },

    /** The checkout and the webhook may both report the same charge: the second one changes nothing.
     * @param {string} id @param {string} chargeId */
    markPaid(id, chargeId) {
      return store.transaction(() => {
        const order = get(id);
        if (order.status !== "pending" && order.chargeId === chargeId) return order;
        const paid = move(order, "paid", { chargeId });
        outbox.queue(paid.email, "orderPaid", paid);
        return paid;
      });
    },

    /** Goods go back on the shelf, the lines back into the cart. @param {string} id */
    cancel(id) {
      return store.transaction(() => {
        const order = get(id);
        if (order.status === "cancelled") return order;
        const cancelled = move(order, "cancelled");
        catalogue.release(cancelled.lines);
        carts.restore(cancelled.cartId, cancelled.lines);
        return cancelled;
      });
    },

    /** @param {string} id @param {string} tracking */
    ship(id, tracking) {
      return store.transaction(() => {
        const shipped = move(get(id), "shipped", { tracking });
        outbox.queue(shipped.email, "orderShipped", shipped);
        return shipped;
      });
    },

    /** After the last cent went back. What never left the house goes back on the shelf. @param {string} id */
    markRefunded(id) {
      return store.transaction(() => {
        const order = get(id);
        const refunded = move(order, "refunded");
        if (order.status === "paid") catalogue.release(order.lines);
        return refunded;
      });
    },
  };
}
