import { createServer } from "node:http";
import { createApp } from "../src/app.js";
import { loadProducts } from "../src/catalogue/catalogue.js";
import { loadConfig } from "../src/config.js";
import { openStore } from "../src/db/store.js";
import { createFakeProvider } from "../src/payments/provider.js";

export const START = new Date("2025-03-01T09:00:00Z");

/** A whole shop on a free port, with its own data and a clock that stands still until it is moved. */
export async function openShop() {
  let now = START;
  const config = loadConfig({});
  const provider = createFakeProvider();
  /** @type {string[]} */
  const logged = [];
  const app = createApp({
    config,
    provider,
    store: openStore(),
    products: loadProducts(),
    clock: () => now,
    log: (_level, message) => logged.push(message),
  });
  const server = createServer(app.handle);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${address.port}`;

  return {
    app,
    config,
    provider,
    logged,
    url,
    visitor: () => createVisitor(url),
    /** @param {number} minutes */
    passMinutes: (minutes) => {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A browser with one cookie. @param {string} url */
function createVisitor(url) {
  let cookie = "";

  /** @param {string} method @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers] */
  async function call(method, path, body, headers = {}) {
    const response = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: { "content-type": "application/json", ...(cookie ? { cookie } : {}), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const set = response.headers.get("set-cookie");
    if (set) cookie = set.split(";")[0];
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
  }

  return {
    call,
    /** @param {string} path @param {Record<string, string>} [headers] */
    get: (path, headers) => call("GET", path, undefined, headers),
    /** @param {string} path @param {unknown} body @param {Record<string, string>} [headers] */
    post: (path, body, headers) => call("POST", path, body, headers),
    cookie: () => cookie,
    /** @param {string} email */
    signUp: (email) => call("POST", "/api/account", { email, password: "a long enough one" }),
  };
}
