import { ShopError, notFound } from "../errors.js";

/**
 * @typedef {import("./messages.js").Reply} Reply
 * @typedef {import("../app.js").Context} Context
 * @typedef {(ctx: Context) => Reply | Promise<Reply>} Handler
 * @typedef {{ method: string, parts: string[], handler: Handler }} Route
 */

/** A router over path segments: `/api/orders/:id` matches one segment per `:name`. */
export function createRouter() {
  /** @type {Route[]} */
  const routes = [];

  /** @param {string} method */
  const adder = (method) => (/** @type {string} */ path, /** @type {Handler} */ handler) => {
    routes.push({ method, parts: split(path), handler });
  };

  /**
   * @param {string} method
   * @param {string} pathname
   * @returns {{ handler: Handler, params: Record<string, string> }}
   */
  function find(method, pathname) {
    const wanted = method === "HEAD" ? "GET" : method;
    const parts = split(pathname);
    let pathKnown = false;
    for (const route of routes) {
      const params = match(route.parts, parts);
      if (!params) continue;
      if (route.method === wanted) return { handler: route.handler, params };
      pathKnown = true;
    }
    if (pathKnown) throw new ShopError(405, "method_not_allowed", `${method} is not possible here`);
    throw notFound("Page");
  }

  return { get: adder("GET"), post: adder("POST"), put: adder("PUT"), find };
}

/** @param {string} path */
function split(path) {
  return path.split("/").filter((part) => part !== "");
}

/**
 * @param {string[]} pattern
 * @param {string[]} parts
 */
function match(pattern, parts) {
  if (pattern.length !== parts.length) return null;
  /** @type {Record<string, string>} */
  const params = {};
  for (const [i, expected] of pattern.entries()) {
    if (expected.startsWith(":")) params[expected.slice(1)] = decode(parts[i]);
    else if (expected !== parts[i]) return null;
  }
  return params;
}

/** @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    throw notFound("Page");
  }
}
