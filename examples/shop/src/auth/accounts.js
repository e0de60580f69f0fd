import { randomBytes, randomUUID, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { badRequest, conflict, ShopError } from "../errors.js";

/**
 * @typedef {{ id: string, email: string, role: "customer" | "staff", password: string }} User
 * @typedef {ReturnType<typeof createAccounts>} Accounts
 */

const derive = /** @type {(password: string, salt: Buffer, length: number, options: object) => Promise<Buffer>} */ (
  promisify(scrypt)
);
const COST = { N: 16384, r: 8, p: 1 };
const MAX_FAILURES = 5;
const LOCK_MS = 15 * 60 * 1000;

/** @param {string} password */
async function hash(password) {
  const salt = randomBytes(16);
  const key = await derive(password, salt, 32, COST);
  return `${salt.toString("hex")}:${key.toString("hex")}`;
}

/** @param {string} password @param {string} stored */
async function matches(password, stored) {
  const [salt, key] = stored.split(":").map((part) => Buffer.from(part, "hex"));
  return timingSafeEqual(await derive(password, salt, key.length, COST), key);
}

/** @param {{ store: import("../db/store.js").Store, clock: () => Date }} parts */
export function createAccounts({ store, clock }) {
  /** @type {Map<string, { count: number, until: number }>} */
  const failures = new Map();
  const nobody = hash(randomBytes(16).toString("hex"));

  /** @param {string} email */
  const byEmail = (email) => /** @type {User | undefined} */ (store.all("users", (user) => user.email === email)[0]);

  /** @param {string} email */
  function fail(email) {
    const now = clock().getTime();
    for (const [key, { until }] of failures) if (until <= now) failures.delete(key);
    failures.set(email, { count: (failures.get(email)?.count ?? 0) + 1, until: now + LOCK_MS });
  }

  /** @param {string} email */
  function locked(email) {
    const entry = failures.get(email);
    return entry !== undefined && entry.count >= MAX_FAILURES && entry.until > clock().getTime();
  }

  return {
    /** @param {string} id */
    get: (id) => /** @type {User | null} */ (store.get("users", id)),

    /** @param {{ email: string, password: string, role?: "customer" | "staff" }} request */
    async register({ email, password, role = "customer" }) {
      const address = email.toLowerCase();
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) throw badRequest("email is not an e-mail address");
      if (password.length < 12) throw badRequest("password must have at least 12 characters");
      const stored = await hash(password);
      return store.transaction(() => {
        if (byEmail(address)) throw conflict("There is an account with this e-mail address");
        /** @type {User} */
        const user = { id: randomUUID(), email: address, role, password: stored };
        store.put("users", user);
        return user;
      });
    },

    /**
     * An unknown address costs the same time as a wrong password and gets the same answer.
     * @param {{ email: string, password: string }} request
     */
    async login({ email, password }) {
      const address = email.toLowerCase();
      if (locked(address)) throw new ShopError(429, "locked", "Too many attempts; try again in 15 minutes");
      const user = byEmail(address);
      const right = await matches(password, user?.password ?? (await nobody));
      if (!user || !right) {
        fail(address);
        throw new ShopError(401, "bad_login", "The e-mail address or the password is wrong");
      }
      failures.delete(address);
      return user;
    },
  };
}
