import { ShopError } from "../errors.js";
import { PaymentDeclined } from "../payments/provider.js";

/**
 * @param {{ orders: import("./orders.js").Orders, provider: import("../payments/provider.js").Provider,
 *   log: import("../app.js").Log, clock: () => Date }} parts
 */
export function createCheckout({ orders, provider, log, clock }) {
  /**
   * Places the order, then charges. A refused charge cancels the order. When the answer is lost, the order stays
   * pending: the provider's webhook decides, and the order id as idempotency key keeps a repeat from charging twice.
   * @param {{ user: { id: string, email: string }, cartId: string, address: string, cardToken: string }} request
   */
  return async function checkout({ user, cartId, address, cardToken }) {
    const order = orders.place({ user, cartId, address, now: clock() });
    let charge;
    try {
      charge = await provider.charge({
        amount: order.total,
        currency: order.currency,
        cardToken,
        idempotencyKey: order.id,
      });
    } catch (error) {
      if (error instanceof PaymentDeclined) {
        orders.cancel(order.id);
        throw new ShopError(402, "payment_declined", "The payment was declined; your cart is unchanged");
      }
      log("error", "charge outcome unknown", { order: order.id, reason: String(error) });
      return orders.get(order.id);
    }
    return orders.markPaid(order.id, charge.id);
  };
}
