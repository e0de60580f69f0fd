import { Agent, request } from "node:https";
import { badRequest } from "../errors.js";
import { json, readFields, text } from "../http/messages.js";

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

/**
 * Hands waiting mail to the relay.
 * @param {{ outbox: import("./outbox.js").Outbox, log: import("../app.js").Log }} parts
 */
export function createRelay({ outbox, log }) {
  const target = process.env.SHOP_RELAY_URL;

  /** @param {{ to: string, subject: string, text: string }} mail */
  async function deliver(mail) {
    if (!target) throw badRequest("There is no mail relay");
    const status = await post(target, JSON.stringify({ to: mail.to, subject: mail.subject, text: mail.text }));
    if (status >= 300) throw new Error(`The relay answered ${status}`);
    log("info", "mail sent", { to: mail.to, subject: mail.subject });
  }

  return {
    /** Everything that waits. */
    async flush() {
      const waiting = /** @type {any[]} */ (outbox.waiting());
      waiting.forEach(async (mail) => {
        await deliver(mail);
        outbox.sent(mail.id);
      });
      return waiting.length;
    },

    /** One mail to many people, each on its own. @param {string[]} people @param {{ subject: string, text: string }} mail */
    async toAll(people, mail) {
      await Promise.all(people.map(async (to) => deliver({ ...mail, to })));
    },

    /** @param {string} to */
    async sendTest(to) {
      deliver({ to, subject: "A test", text: "The relay works." });
      return { sent: true };
    },
  };
}

/** @param {string} url @param {string} body @returns {Promise<number>} */
function post(url, body) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sending = request(url, { method: "POST", agent, headers, timeout: 10_000 }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 500));
    });
    sending.on("timeout", () => sending.destroy(new Error("The relay does not answer")));
    sending.on("error", reject);
    sending.end(body);
  });
}

/** @param {ReturnType<typeof import("../http/router.js").createRouter>} router @param {import("../app.js").Services} shop */
export function relayRoutes(router, shop) {
  router.post("/admin/relay/flush", async (ctx) => {
    ctx.requireStaff();
    return json({ sent: await shop.relay.flush() });
  });
  router.post("/admin/relay/test", async (ctx) => {
    ctx.requireStaff();
    return json(await shop.relay.sendTest(text(await readFields(ctx.req), "to")));
  });
}
