import { randomUUID } from "node:crypto";
import { templates } from "./templates.js";

/** @typedef {ReturnType<typeof createOutbox>} Outbox */

/**
 * Mail is a row first, written in the transaction that causes it; the mail relay collects the rows from
 * /admin/outbox. So no mail is sent for something that was rolled back, and none is lost in a crash.
 * @param {{ store: import("../db/store.js").Store, clock: () => Date }} parts
 */
export function createOutbox({ store, clock }) {
  return {
    /**
     * @template {keyof typeof templates} Name
     * @param {string} to
     * @param {Name} name
     * @param {Parameters<typeof templates[Name]>[0]} data
     */
    queue(to, name, data) {
      const template = /** @type {(data: any) => import("./templates.js").Mail} */ (templates[name]);
      store.put("outbox", { id: randomUUID(), to, template: name, at: clock().toISOString(), ...template(data) });
    },

    waiting: () => store.all("outbox"),

    /** @param {string} id */
    sent: (id) => store.remove("outbox", id),
  };
}
