import { createHmac, timingSafeEqual } from "node:crypto";
import { ShopError, badRequest } from "../errors.js";

const TOLERANCE_SECONDS = 300;

/**
 * @param {string} secret
 * @param {number} seconds
 * @param {Buffer | string} body
 */
export function sign(secret, seconds, body) {
  const mac = createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex");
  return `t=${seconds},v1=${mac}`;
}

/**
 * Checks the signature over the bytes as they came in, before anything is parsed.
 * @param {{ secret: string, header: string | undefined, body: Buffer, now: Date }} message
 */
export function verify({ secret, header, body, now }) {
  const seconds = Number(/^t=(\d{1,12}),v1=[0-9a-f]{64}$/.exec(header ?? "")?.[1] ?? Number.NaN);
  const fresh = Math.abs(now.getTime() / 1000 - seconds) <= TOLERANCE_SECONDS;
  if (!header || !fresh) return false;
  const expected = Buffer.from(sign(secret, seconds, body));
  const given = Buffer.from(header);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/**
 * @param {{ store: import("../db/store.js").Store, orders: import("../orders/orders.js").Orders, secret: string,
 *   clock: () => Date, log: import("../app.js").Log }} parts
 */
export function createWebhook({ store, orders, secret, clock, log }) {
  /**
   * Applies one event of the provider, once: a repeated event id changes nothing.
   * @param {string | undefined} header
   * @param {Buffer} body
   */
  return function receive(header, body) {
    if (!verify({ secret, header, body, now: clock() })) {
      throw new ShopError(401, "bad_signature", "The signature does not match");
    }
    const event = parse(body);
    store.transaction(() => {
      if (store.get("events", event.id)) return;
      store.put("events", { id: event.id, type: event.type, order: event.order, at: clock().toISOString() });
      const order = orders.get(event.order);
      if (order.status === "cancelled" && event.type === "charge.succeeded") {
        log("error", "charge for a cancelled order: refund by hand", { order: order.id, charge: event.charge });
      } else if (event.type === "charge.succeeded") {
        orders.markPaid(order.id, event.charge);
      } else if (event.type === "charge.failed" && order.status === "pending") {
        orders.cancel(order.id);
      }
    });
  };
}

/** @param {Buffer} body @returns {{ id: string, type: string, order: string, charge: string }} */
function parse(body) {
  let event;
  try {
    event = JSON.parse(body.toString("utf8"));
  } catch {
    throw badRequest("The event is not valid JSON");
  }
  for (const field of ["id", "type", "order", "charge"]) {
    if (typeof event?.[field] !== "string") throw badRequest(`The event has no ${field}`);
  }
  return event;
}
