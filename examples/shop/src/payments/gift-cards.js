import { randomBytes } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { badRequest, conflict, notFound } from "../errors.js";
import { json, readFields, text } from "../http/messages.js";
import { formatMoney, isAmount } from "../money.js";

/** @typedef {{ id: string, balance: number, chargeId: string, soldAt: string }} GiftCard */

/**
 * Gift cards are sold in the office and used up at the counter.
 * @param {{ store: import("../db/store.js").Store, provider: import("./provider.js").Provider,
 *   config: import("../config.js").Config, log: import("../app.js").Log, clock: () => Date }} parts
 */
export function createGiftCards({ store, provider, config, log, clock }) {
  /** @param {string} code */
  function get(code) {
    const card = /** @type {GiftCard | null} */ (store.get("giftcards", code));
    if (!card) throw notFound("Gift card");
    return card;
  }

  /** @param {string} code @param {number} change in cents */
  async function journal(code, change) {
    if (!config.journalFile) return;
    await appendFile(config.journalFile, `${clock().toISOString()}\t${code}\t${change}\n`);
  }

  return {
    get,

    /** @param {number} amount @param {string} chargeId */
    async issue(amount, chargeId) {
      if (!isAmount(amount)) throw badRequest("amount must be whole cents above 0");
      const card = { id: randomBytes(8).toString("hex"), balance: amount, chargeId, soldAt: clock().toISOString() };
      store.put("giftcards", card);
      await journal(card.id, amount);
      return card;
    },

    /** @param {string} code @param {number} amount */
    async spend(code, amount) {
      if (!isAmount(amount)) throw badRequest("amount must be whole cents above 0");
      const card = get(code);
      if (card.balance < amount) throw conflict(`Only ${formatMoney(card.balance)} left on this card`);
      await journal(code, -amount);
      store.put("giftcards", { ...card, balance: card.balance - amount });
      return get(code);
    },

    /** Returns what is left to the card it was bought with. @param {string} code */
    async payOut(code) {
      const card = get(code);
      if (card.balance === 0) throw conflict("Nothing is left on this card");
      store.put("giftcards", { ...card, balance: 0 });
      try {
        await provider.refund({ chargeId: card.chargeId, amount: card.balance, idempotencyKey: `payout-${code}` });
      } catch (error) {
        log("error", "gift card pay-out failed", { code, reason: String(error) });
      }
      return { paidOut: card.balance };
    },
  };
}

/** @param {ReturnType<typeof import("../http/router.js").createRouter>} router @param {import("../app.js").Services} shop */
export function giftCardRoutes(router, shop) {
  router.post("/admin/giftcards", async (ctx) => {
    ctx.requireStaff();
    const fields = await readFields(ctx.req);
    return json(await shop.giftCards.issue(/** @type {number} */ (fields.amount), text(fields, "chargeId")), 201);
  });
  router.post("/admin/giftcards/:code/spend", async (ctx) => {
    ctx.requireStaff();
    const fields = await readFields(ctx.req);
    return json(await shop.giftCards.spend(ctx.params.code, /** @type {number} */ (fields.amount)));
  });
  router.post("/admin/giftcards/:code/payout", async (ctx) => {
    ctx.requireStaff();
    return json(await shop.giftCards.payOut(ctx.params.code));
  });
}
