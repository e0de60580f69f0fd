import { formatMoney } from "../money.js";
import { orderNumber } from "../orders/orders.js";

/**
 * @typedef {import("../orders/orders.js").Order} Order
 * @typedef {{ subject: string, text: string }} Mail
 */

const SIGNATURE = "\n\nYour Teapot Shop\nhelp@shop.example.com";

/** Plain text only. Each template gets what it names and nothing else. */
export const templates = {
  /** @param {Order} order @returns {Mail} */
  orderPaid(order) {
    const lines = order.lines.map((line) => `  ${line.quantity} x ${line.name}  ${formatMoney(line.total)}`).join("\n");
    return {
      subject: `Your order ${orderNumber(order.id)}`,
      text: `Thank you! We have your payment and are packing:\n\n${lines}\n\nTotal ${formatMoney(order.total)}${SIGNATURE}`,
    };
  },

  /** @param {Order} order @returns {Mail} */
  orderShipped(order) {
    return {
      subject: `Order ${orderNumber(order.id)} is on its way`,
      text: `Your parcel left us today. Its tracking number is ${order.tracking}.${SIGNATURE}`,
    };
  },

  /** @param {{ orderId: string, amount: number, reason: string }} refund @returns {Mail} */
  refundDone({ orderId, amount, reason }) {
    return {
      subject: `Refund for order ${orderNumber(orderId)}`,
      text: `We have returned ${formatMoney(amount)} to your card (${reason}). It can take five working days to arrive.${SIGNATURE}`,
    };
  },

  /** @param {{ link: string }} request @returns {Mail} */
  newsletterAsked({ link }) {
    return {
      subject: "Our newsletter",
      text: `Somebody, we hope you, asked for our newsletter. To get it, follow this link:\n\n${link}${SIGNATURE}`,
    };
  },
};
