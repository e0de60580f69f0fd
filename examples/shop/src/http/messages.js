import { ShopError, badRequest } from "../errors.js";

/** @typedef {{ status: number, headers: Record<string, string>, body: string | Buffer }} Reply */

const BODY_LIMIT = 64 * 1024;

const SECURITY_HEADERS = {
  "content-security-policy": "default-src 'self'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/**
 * @param {unknown} value
 * @param {number} [status]
 * @returns {Reply}
 */
export function json(value, status = 200) {
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(value) };
}

/**
 * @param {string} body
 * @param {number} [status]
 * @returns {Reply}
 */
export function page(body, status = 200) {
  return { status, headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }, body };
}

/**
 * @param {`/${string}`} location
 * @returns {Reply}
 */
export function redirect(location) {
  return { status: 303, headers: { location }, body: "" };
}

/**
 * @param {import("node:http").ServerResponse} res
 * @param {Reply} reply
 * @param {{ head: boolean, cookie: string | null }} options
 */
export function send(res, reply, { head, cookie }) {
  res.writeHead(reply.status, {
    ...SECURITY_HEADERS,
    ...reply.headers,
    ...(cookie ? { "set-cookie": cookie } : {}),
    "content-length": Buffer.byteLength(reply.body),
  });
  res.end(head ? undefined : reply.body);
}

/**
 * @param {import("node:http").IncomingMessage} req
 * @returns {Promise<Buffer>}
 */
export async function readBody(req) {
  const tooLarge = () => new ShopError(413, "too_large", "The request is too large");
  if (Number(req.headers["content-length"] ?? 0) > BODY_LIMIT) throw tooLarge();
  const chunks = [];
  let size = 0;
  for await (const chunk of req) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A JSON object or a submitted form, as one flat record.
 * @param {import("node:http").IncomingMessage} req
 * @returns {Promise<Record<string, unknown>>}
 */
export async function readFields(req) {
  const body = (await readBody(req)).toString("utf8");
  if (isForm(req)) return Object.fromEntries(new URLSearchParams(body));
  let value;
  try {
    value = JSON.parse(body);
  } catch {
    throw badRequest("The request is not valid JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badRequest("Expected a JSON object");
  return value;
}

/** @param {import("node:http").IncomingMessage} req */
export function isForm(req) {
  return (req.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
}

/**
 * @param {Record<string, unknown>} fields
 * @param {string} name
 * @param {number} [max]
 */
export function text(fields, name, max = 200) {
  const value = fields[name];
  if (typeof value !== "string" || value.trim() === "") throw badRequest(`${name} is missing`);
  if (value.length > max) throw badRequest(`${name} is too long`);
  return value.trim();
}

/** The password as it was typed: spaces belong to it. @param {Record<string, unknown>} fields */
export function credentials(fields) {
  const { password } = fields;
  if (typeof password !== "string" || password.length > 200) throw badRequest("password is missing or too long");
  return { email: text(fields, "email"), password };
}

const ENTITIES = /** @type {Record<string, string>} */ ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" });

/** @param {unknown} value */
export function escapeHtml(value) {
  return String(value).replace(/[&<>"']/g, (char) => ENTITIES[char]);
}
