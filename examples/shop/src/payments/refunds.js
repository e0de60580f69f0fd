import { randomUUID } from "node:crypto";
import { badRequest, conflict, ShopError } from "../errors.js";
import { formatMoney, isAmount } from "../money.js";
import { PaymentDeclined } from "./provider.js";

/**
 * @typedef {{ id: string, orderId: string, amount: number, reason: string, by: string, at: string,
 *   status: "open" | "done" | "failed", receiptId: string | null }} Refund
 */

/**
 * @param {{ store: import("../db/store.js").Store, orders: import("../orders/orders.js").Orders,
 *   provider: import("./provider.js").Provider, outbox: import("../mail/outbox.js").Outbox, clock: () => Date }} parts
 */
export function createRefunds({ store, orders, provider, outbox, clock }) {
  /** @param {string} orderId */
  const listFor = (orderId) => /** @type {Refund[]} */ (store.all("refunds", (refund) => refund.orderId === orderId));

  /** What may still go back. Open refunds count: their money may already be on its way. @param {string} orderId */
  function remaining(orderId) {
    const taken = listFor(orderId).filter((refund) => refund.status !== "failed");
    return orders.get(orderId).total - taken.reduce((sum, refund) => sum + refund.amount, 0);
  }

  /** @param {{ orderId: string, amount: number, reason: string, by: string }} request */
  function open({ orderId, amount, reason, by }) {
    return store.transaction(() => {
      const order = orders.get(orderId);
      if (!order.chargeId || !["paid", "shipped"].includes(order.status)) {
        throw conflict(`A ${order.status} order cannot be refunded`);
      }
      if (!isAmount(amount)) throw badRequest("amount must be whole cents above 0");
      const left = remaining(orderId);
      if (amount > left) throw conflict(`At most ${formatMoney(left)} can be refunded`);
      /** @type {Refund} */
      const refund = { id: randomUUID(), orderId, amount, reason, by, at: clock().toISOString(), status: "open", receiptId: null };
      store.put("refunds", refund);
      return { refund, chargeId: order.chargeId };
    });
  }

  /** @param {Refund} refund @param {string} receiptId */
  function finish(refund, receiptId) {
    return store.transaction(() => {
      const done = { ...refund, status: /** @type {const} */ ("done"), receiptId };
      store.put("refunds", done);
      const order = orders.get(refund.orderId);
      const returned = listFor(order.id).filter(({ status }) => status === "done");
      if (returned.reduce((sum, { amount }) => sum + amount, 0) === order.total) orders.markRefunded(order.id);
      outbox.queue(order.email, "refundDone", { ...done, orderId: order.id });
      return done;
    });
  }

  return {
    listFor,
    remaining,

    /**
     * The refund is written down before the provider is asked, so two at once cannot return more than was paid.
     * When the provider's answer is lost it stays `open` and somebody looks at it.
     * @param {{ orderId: string, amount: number, reason: string, by: string }} request
     */
    async refund(request) {
      const { refund, chargeId } = open(request);
      try {
        const receipt = await provider.refund({ chargeId, amount: refund.amount, idempotencyKey: refund.id });
        return finish(refund, receipt.id);
      } catch (error) {
        if (!(error instanceof PaymentDeclined)) throw error;
        store.put("refunds", { ...refund, status: "failed" });
        throw new ShopError(502, "refund_refused", "The payment provider refused the refund");
      }
    },
  };
}
