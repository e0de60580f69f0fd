import { createHash, randomBytes, randomUUID } from "node:crypto";

/**
 * @typedef {{ id: string, userId: string | null, cartId: string, expiresAt: number }} Session
 * @typedef {ReturnType<typeof createSessions>} Sessions
 */

const COOKIE = "shop_session";

/** @param {string} token */
const fingerprint = (token) => createHash("sha256").update(token).digest("hex");

/**
 * The browser holds a random token, the store only its hash.
 * @param {{ store: import("../db/store.js").Store, config: import("../config.js").Config, clock: () => Date }} parts
 */
export function createSessions({ store, config, clock }) {
  const lifetime = config.sessionHours * 60 * 60;

  /** @param {string} value @param {number} maxAge */
  function cookie(value, maxAge) {
    const parts = [`${COOKIE}=${value}`, "Path=/", "HttpOnly", "SameSite=Lax", `Max-Age=${maxAge}`];
    return (config.production ? [...parts, "Secure"] : parts).join("; ");
  }

  /** @param {{ userId: string | null, cartId?: string }} content */
  function start({ userId, cartId = randomUUID() }) {
    const token = randomBytes(32).toString("base64url");
    /** @type {Session} */
    const session = { id: fingerprint(token), userId, cartId, expiresAt: clock().getTime() + lifetime * 1000 };
    store.put("sessions", session);
    return { session, cookie: cookie(token, lifetime) };
  }

  return {
    start,

    /** @param {import("node:http").IncomingMessage} req @returns {Session | null} */
    read(req) {
      const pairs = (req.headers.cookie ?? "").split(";").map((pair) => pair.trim());
      const token = pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
      if (!token) return null;
      const session = /** @type {Session | null} */ (store.get("sessions", fingerprint(token)));
      return session && session.expiresAt > clock().getTime() ? session : null;
    },

    /** A login never keeps the token from before; the cart moves along. @param {Session | null} old @param {string} userId */
    login(old, userId) {
      return store.transaction(() => {
        if (old) store.remove("sessions", old.id);
        return start({ userId, ...(old ? { cartId: old.cartId } : {}) });
      });
    },

    /** @param {Session} session @returns {string} the cookie that removes the cookie */
    end(session) {
      store.remove("sessions", session.id);
      return cookie("", 0);
    },

    removeExpired() {
      const now = clock().getTime();
      store.transaction(() => {
        for (const { id } of store.all("sessions", (session) => session.expiresAt <= now)) store.remove("sessions", id);
      });
    },
  };
}
