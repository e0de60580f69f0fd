import { badRequest } from "../errors.js";
import { credentials, isForm, json, page, readBody, readFields, redirect, text } from "../http/messages.js";
import { quote } from "../orders/shipping.js";
import { cartPage, invoicePage, shopWindow } from "./pages.js";

/** What a customer gets to see of an order. @param {import("../orders/orders.js").Order} order */
const publicOrder = ({ id, status, lines, total, currency, tracking, createdAt }) => {
  return { id, status, lines, total, currency, tracking, createdAt };
};

/** @param {ReturnType<typeof import("../http/router.js").createRouter>} router @param {import("../app.js").Services} shop */
export function storefrontRoutes(router, shop) {
  router.get("/", (ctx) => page(shopWindow(shop.catalogue.list(filter(ctx.url)))));
  router.get("/cart", (ctx) => page(cartPage(shop.carts.view(ctx.session?.cartId ?? ""))));

  router.get("/api/products", (ctx) => json(shop.catalogue.list(filter(ctx.url))));
  router.get("/api/products/:sku", (ctx) => json(shop.catalogue.show(ctx.params.sku)));

  router.get("/api/cart", (ctx) => json(shop.carts.view(ctx.session?.cartId ?? "")));
  router.post("/api/cart", async (ctx) => {
    const fields = await readFields(ctx.req);
    const { cartId } = ctx.ensureSession();
    shop.carts.add(cartId, text(fields, "sku"), count(fields.quantity));
    return isForm(ctx.req) ? redirect("/cart") : json(shop.carts.view(cartId), 201);
  });
  router.put("/api/cart/:sku", async (ctx) => {
    const fields = await readFields(ctx.req);
    const { cartId } = ctx.ensureSession();
    shop.carts.setQuantity(cartId, ctx.params.sku, count(fields.quantity));
    return json(shop.carts.view(cartId));
  });

  router.get("/api/cart/quote", (ctx) => {
    const { searchParams } = ctx.url;
    const wishes = { coupon: searchParams.get("coupon") ?? "", country: searchParams.get("country") ?? "DE" };
    return json(quote(shop.carts.view(ctx.session?.cartId ?? ""), wishes));
  });

  router.post("/api/account", async (ctx) => {
    const user = await shop.accounts.register(credentials(await readFields(ctx.req)));
    ctx.login(user);
    return json({ id: user.id, email: user.email }, 201);
  });
  router.post("/api/login", async (ctx) => {
    const user = await shop.accounts.login(credentials(await readFields(ctx.req)));
    ctx.login(user);
    const next = new URL(ctx.req.url ?? "/", shop.config.publicUrl).searchParams.get("next") ?? "/";
    return isForm(ctx.req) ? redirect(next) : json({ id: user.id, email: user.email });
  });
  router.post("/api/logout", (ctx) => {
    ctx.logout();
    const next = new URL(ctx.req.url ?? "/", shop.config.publicUrl).searchParams.get("next") ?? "/";
    if (isForm(ctx.req) && /^\/[a-z0-9-]*$/.test(next)) return redirect(next);
    return isForm(ctx.req) ? redirect("/") : json({ ok: true });
  });

  router.get("/api/orders", (ctx) => json(shop.orders.listForUser(ctx.requireUser().id).map(publicOrder)));
  router.get("/api/orders/:id", (ctx) => json(publicOrder(shop.orders.getForUser(ctx.params.id, ctx.requireUser().id))));
  router.get("/api/orders/:id/invoice", (ctx) => {
    ctx.requireUser();
    return page(invoicePage(shop.orders.get(ctx.params.id)));
  });
  router.post("/api/orders", async (ctx) => {
    const user = ctx.requireUser();
    const fields = await readFields(ctx.req);
    const { cartId } = ctx.ensureSession();
    const address = text(fields, "address", 500);
    const order = await shop.checkout({ user, cartId, address, cardToken: text(fields, "cardToken") });
    return json(publicOrder(order), order.status === "pending" ? 202 : 201);
  });

  router.post("/webhooks/payments", async (ctx) => {
    const header = ctx.req.headers["x-payments-signature"];
    shop.webhook(typeof header === "string" ? header : undefined, await readBody(ctx.req));
    return json({ ok: true });
  });
}

/** @param {URL} url */
const filter = (url) => ({ category: url.searchParams.get("category"), query: url.searchParams.get("q") });

/** A whole number, from JSON or from a form. @param {unknown} value */
function count(value) {
  if (typeof value === "number") return value;
  if (typeof value === "string" && /^\d{1,4}$/.test(value)) return Number(value);
  throw badRequest("quantity must be a whole number");
}
