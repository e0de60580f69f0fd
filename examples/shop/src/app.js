import { createHash, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { exportRoutes } from "./admin/exports.js";
import { adminRoutes } from "./admin/routes.js";
import { createAccounts } from "./auth/accounts.js";
import { createSessions } from "./auth/sessions.js";
import { createCarts } from "./cart/cart.js";
import { createCatalogue } from "./catalogue/catalogue.js";
import { ShopError, forbidden } from "./errors.js";
import { json, send } from "./http/messages.js";
import { createRouter } from "./http/router.js";
import { staticFile } from "./http/static.js";
import { createOutbox } from "./mail/outbox.js";
import { createRelay, relayRoutes } from "./mail/relay.js";
import { createNewsletter, newsletterRoutes } from "./newsletter/newsletter.js";
import { createCheckout } from "./orders/checkout.js";
import { createOrders } from "./orders/orders.js";
import { createGiftCards, giftCardRoutes } from "./payments/gift-cards.js";
import { createRefunds } from "./payments/refunds.js";
import { createWebhook } from "./payments/webhook.js";
import { reportRoutes } from "./reports/sales.js";
import { storefrontRoutes } from "./storefront/routes.js";

/**
 * @typedef {(level: "info" | "error", message: string, fields?: object) => void} Log
 * @typedef {{ config: import("./config.js").Config, store: import("./db/store.js").Store,
 *   provider: import("./payments/provider.js").Provider, products: import("./catalogue/catalogue.js").Product[],
 *   log: Log, clock?: () => Date, reportsDatabase?: import("./reports/sales.js").Database }} Parts
 * @typedef {ReturnType<typeof createServices>} Services
 * @typedef {ReturnType<typeof createContext>} Context
 */

const MAINTENANCE = new URL("../data/maintenance.txt", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** @param {Parts} parts */
function createServices({ config, store, provider, products, log, clock = () => new Date(), reportsDatabase }) {
  const catalogue = createCatalogue({ products, store });
  const carts = createCarts({ store, catalogue });
  const outbox = createOutbox({ store, clock });
  const orders = createOrders({ store, catalogue, carts, outbox });
  return {
    config,
    store,
    log,
    reportsDatabase,
    catalogue,
    carts,
    outbox,
    orders,
    accounts: createAccounts({ store, clock }),
    sessions: createSessions({ store, config, clock }),
    checkout: createCheckout({ orders, provider, log, clock }),
    refunds: createRefunds({ store, orders, provider, outbox, clock }),
    giftCards: createGiftCards({ store, provider, config, log, clock }),
    newsletter: createNewsletter({ store, outbox, clock, publicUrl: config.publicUrl }),
    relay: createRelay({ outbox, log }),
    webhook: createWebhook({ store, orders, secret: config.webhookSecret, clock, log }),
  };
}

/** @param {Parts} parts */
export function createApp(parts) {
  const shop = createServices(parts);
  const router = createRouter();
  router.get("/health", () => json({ status: "ok", version, schema: shop.store.schema }));
  storefrontRoutes(router, shop);
  newsletterRoutes(router, shop);
  adminRoutes(router, shop);
  giftCardRoutes(router, shop);
  relayRoutes(router, shop);
  reportRoutes(router, shop);
  exportRoutes(router, shop);

  /** @param {Context} ctx */
  async function answer(ctx) {
    const method = ctx.req.method ?? "GET";
    if (method === "GET" || method === "HEAD") {
      const file = await staticFile(ctx.url.pathname);
      if (file) return file;
    } else {
      refuseOtherSites(ctx.req);
    }
    const { handler, params } = router.find(method, ctx.url.pathname);
    ctx.params = params;
    return handler(ctx);
  }

  /**
   * @param {import("node:http").IncomingMessage} req
   * @param {import("node:http").ServerResponse} res
   */
  async function handle(req, res) {
    const ctx = createContext(req, shop);
    let reply;
    try {
      const notice = readFileSync(MAINTENANCE, "utf8").trim();
      if (notice !== "" && !ctx.url.pathname.startsWith("/admin")) throw new ShopError(503, "maintenance", notice);
      reply = await answer(ctx);
    } catch (error) {
      if (!(error instanceof ShopError)) {
        parts.log("error", "request failed", { method: req.method, path: ctx.url.pathname, reason: String(error) });
      }
      const shown = error instanceof ShopError ? error : new ShopError(500, "internal", "Something went wrong on our side");
      reply = json({ error: { code: shown.code, message: shown.message } }, shown.status);
    }
    send(res, reply, { head: req.method === "HEAD", cookie: ctx.cookie });
  }

  return { ...shop, handle };
}

/** A browser names the site a request comes from; other sites may not change anything here.
 * @param {import("node:http").IncomingMessage} req */
function refuseOtherSites(req) {
  const { origin, host } = req.headers;
  if (origin === undefined) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw forbidden("Requests from other sites are refused");
}

/**
 * One request, with who is asking.
 * @param {import("node:http").IncomingMessage} req
 * @param {Services} shop
 */
function createContext(req, shop) {
  let session = shop.sessions.read(req);
  const user = session?.userId ? shop.accounts.get(session.userId) : null;

  return {
    req,
    url: new URL(`http://shop.invalid${req.url?.startsWith("/") ? req.url : "/"}`),
    params: /** @type {Record<string, string>} */ ({}),
    cookie: /** @type {string | null} */ (null),
    session,

    ensureSession() {
      if (session) return session;
      const started = shop.sessions.start({ userId: null });
      session = started.session;
      this.cookie = started.cookie;
      return session;
    },

    /** @param {import("./auth/accounts.js").User} account */
    login(account) {
      const started = shop.sessions.login(session, account.id);
      session = started.session;
      this.cookie = started.cookie;
    },

    logout() {
      if (session) this.cookie = shop.sessions.end(session);
      session = null;
    },

    requireUser() {
      if (!user) throw new ShopError(401, "login_needed", "Please log in");
      return user;
    },

    /** A member of staff with a session, or one of our tools with the admin token. */
    requireStaff() {
      if (hasAdminToken(req, shop.config.adminToken)) return { id: "admin-token" };
      if (this.requireUser().role !== "staff") throw forbidden("Staff only");
      return this.requireUser();
    },
  };
}

/** @param {import("node:http").IncomingMessage} req @param {string} token */
function hasAdminToken(req, token) {
  const given = /^Bearer (\S+)$/.exec(req.headers.authorization ?? "")?.[1];
  if (!given) return false;
  const digest = (/** @type {string} */ value) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(given), digest(token));
}
