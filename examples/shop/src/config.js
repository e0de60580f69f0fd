import { randomBytes } from "node:crypto";

/** @typedef {ReturnType<typeof loadConfig>} Config */

/**
 * Reads the whole configuration once, at start. A bad value stops the start; nothing else reads the environment.
 * @param {Record<string, string | undefined>} env
 */
export function loadConfig(env = process.env) {
  const production = env.NODE_ENV === "production";
  const paymentsUrl = env.SHOP_PAYMENTS_URL || null;
  if (production && !paymentsUrl) throw new Error("SHOP_PAYMENTS_URL must be set in production");
  const port = integer(env, "SHOP_PORT", { fallback: 3000, min: 0, max: 65535 });
  return Object.freeze({
    production,
    host: env.SHOP_HOST || "127.0.0.1",
    port,
    publicUrl: env.SHOP_PUBLIC_URL || `http://127.0.0.1:${port}`,
    dataFile: env.SHOP_DATA_FILE || null,
    journalFile: env.SHOP_JOURNAL_FILE || null,
    sessionHours: integer(env, "SHOP_SESSION_HOURS", { fallback: 72, min: 1, max: 24 * 30 }),
    lowStock: integer(env, "SHOP_LOW_STOCK", { fallback: 5, min: 0, max: 1000 }),
    paymentsUrl,
    paymentsKey: secret(env, "SHOP_PAYMENTS_KEY", production),
    webhookSecret: secret(env, "SHOP_WEBHOOK_SECRET", production),
    adminToken: secret(env, "SHOP_ADMIN_TOKEN", production),
  });
}

/**
 * @param {Record<string, string | undefined>} env
 * @param {string} name
 * @param {{ fallback: number, min: number, max: number }} range
 */
function integer(env, name, { fallback, min, max }) {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new Error(`${name} must be a whole number from ${min} to ${max}`);
  }
  return value;
}

/**
 * In development a missing secret is made up, so that none is ever written into a file.
 * @param {Record<string, string | undefined>} env
 * @param {string} name
 * @param {boolean} production
 */
function secret(env, name, production) {
  const value = env[name];
  if (!value) {
    if (production) throw new Error(`${name} must be set in production`);
    return randomBytes(32).toString("hex");
  }
  if (value.length < 32) throw new Error(`${name} must have at least 32 characters`);
  return value;
}
