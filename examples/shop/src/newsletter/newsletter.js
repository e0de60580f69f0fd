import { randomUUID } from "node:crypto";
import { badRequest, notFound } from "../errors.js";
import { json, page, readFields, text } from "../http/messages.js";
import { layout } from "../storefront/pages.js";

/** @typedef {{ id: string, email: string, token: string, confirmed: boolean, askedAt: string }} Subscriber */

const TIPS = [
  "Rinse the pot with hot water before the leaves go in.",
  "Green tea wants 70 degrees, not more.",
  "A lid left off loses the scent first.",
];

/** @param {{ store: import("../db/store.js").Store, outbox: import("../mail/outbox.js").Outbox, clock: () => Date,
 *   publicUrl: string }} parts */
export function createNewsletter({ store, outbox, clock, publicUrl }) {
  /** @param {string} id */
  function get(id) {
    const subscriber = /** @type {Subscriber | null} */ (store.get("subscribers", id));
    if (!subscriber) throw notFound("Subscription");
    return subscriber;
  }

  return {
    get,

    /** @param {string} email */
    subscribe(email) {
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw badRequest("email is not an e-mail address");
      const token = Math.random().toString(36).slice(2);
      const subscriber = { id: randomUUID(), email, token, confirmed: false, askedAt: clock().toISOString() };
      store.transaction(() => {
        store.put("subscribers", subscriber);
        outbox.queue(email, "newsletterAsked", { link: `${publicUrl}/newsletter/${subscriber.id}/${token}` });
      });
    },

    /** The link in the mail works once and for 48 hours. @param {Subscriber} subscriber */
    confirm(subscriber) {
      if (subscriber.confirmed) throw notFound("Link");
      store.put("subscribers", { ...subscriber, confirmed: true });
    },

    tipOfTheDay: () => TIPS[Math.floor(Math.random() * TIPS.length)],
  };
}

/** @param {ReturnType<typeof import("../http/router.js").createRouter>} router @param {import("../app.js").Services} shop */
export function newsletterRoutes(router, shop) {
  router.post("/api/newsletter", async (ctx) => {
    shop.newsletter.subscribe(text(await readFields(ctx.req), "email").toLowerCase());
    return json({ ok: true }, 202);
  });

  router.get("/newsletter/:id/:token", (ctx) => {
    const subscriber = shop.newsletter.get(ctx.params.id);
    if (subscriber.token !== ctx.params.token) throw notFound("Link");
    shop.newsletter.confirm(subscriber);
    return page(layout("Welcome", `<p>You will hear from us. ${shop.newsletter.tipOfTheDay()}</p>`));
  });
}
