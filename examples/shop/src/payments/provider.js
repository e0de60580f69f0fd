import { randomUUID } from "node:crypto";

/**
 * @typedef {{ id: string }} Receipt
 * @typedef {{ amount: number, currency: string, cardToken: string, idempotencyKey: string }} ChargeRequest
 * @typedef {{ chargeId: string, amount: number, idempotencyKey: string }} RefundRequest
 * @typedef {{ charge(request: ChargeRequest): Promise<Receipt>, refund(request: RefundRequest): Promise<Receipt> }} Provider
 */

/** The provider said no, and no money moved. Every other error means that we do not know. */
export class PaymentDeclined extends Error {
  /** @param {string} reason */
  constructor(reason) {
    super(`The payment was declined: ${reason}`);
    this.name = "PaymentDeclined";
  }
}

/**
 * @param {{ url: string, key: string, timeoutMs?: number }} options
 * @returns {Provider}
 */
export function createHttpProvider({ url, key, timeoutMs = 10_000 }) {
  /** @param {string} path @param {object} body @param {string} idempotencyKey */
  async function post(path, body, idempotencyKey) {
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 402) throw new PaymentDeclined("card refused");
    if (!response.ok) throw new Error(`Payment provider answered ${response.status} to ${path}`);
    const receipt = /** @type {{ id?: unknown }} */ (await response.json());
    if (typeof receipt.id !== "string") throw new Error(`Payment provider sent no id for ${path}`);
    return { id: receipt.id };
  }

  return {
    charge: ({ idempotencyKey, ...body }) => post("/v1/charges", body, idempotencyKey),
    refund: ({ idempotencyKey, ...body }) => post("/v1/refunds", body, idempotencyKey),
  };
}

/**
 * Stands in for the provider in development and in tests. `card-ok` pays, `card-declined` is refused and
 * `card-lost` loses the answer. Like the real one it answers a repeated idempotency key with the first receipt.
 */
export function createFakeProvider() {
  /** @type {Map<string, Receipt & { kind: string, amount: number }>} */
  const receipts = new Map();

  /** @param {string} kind @param {{ amount: number, idempotencyKey: string }} request */
  function record(kind, { amount, idempotencyKey }) {
    const receipt = receipts.get(idempotencyKey) ?? { id: `${kind}_${randomUUID()}`, kind, amount };
    receipts.set(idempotencyKey, receipt);
    return { id: receipt.id };
  }

  return {
    /** @param {ChargeRequest} request */
    async charge(request) {
      if (request.cardToken === "card-declined") throw new PaymentDeclined("card refused");
      const receipt = record("charge", request);
      if (request.cardToken === "card-lost") throw new Error("connection reset");
      return receipt;
    },
    /** @param {RefundRequest} request */
    async refund(request) {
      return record("refund", request);
    },
    receipts: () => [...receipts.values()],
  };
}
