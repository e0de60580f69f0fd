import { isCount } from "../catalogue/catalogue.js";
import { badRequest } from "../errors.js";
import { credentials, escapeHtml as e, json, page, readFields, text } from "../http/messages.js";
import { formatMoney } from "../money.js";
import { orderNumber } from "../orders/orders.js";
import { layout } from "../storefront/pages.js";

/**
 * Everything below /admin. Each handler asks for a member of staff first, then reads the request.
 * @param {ReturnType<typeof import("../http/router.js").createRouter>} router
 * @param {import("../app.js").Services} shop
 */
export function adminRoutes(router, shop) {
  router.get("/admin", (ctx) => {
    ctx.requireStaff();
    return page(overview(shop.orders.recent(50), shop.catalogue.lowStock(shop.config.lowStock)));
  });

  router.get("/admin/orders", (ctx) => {
    ctx.requireStaff();
    const number = ctx.url.searchParams.get("number");
    return json(number ? shop.orders.withNumber(number) : shop.orders.recent(50));
  });

  router.get("/admin/orders/:id", (ctx) => {
    ctx.requireStaff();
    const order = shop.orders.get(ctx.params.id);
    return json({ order, refunds: shop.refunds.listFor(order.id), refundable: shop.refunds.remaining(order.id) });
  });

  router.post("/admin/orders/:id/ship", async (ctx) => {
    ctx.requireStaff();
    const fields = await readFields(ctx.req);
    return json(shop.orders.ship(ctx.params.id, text(fields, "tracking", 60)));
  });

  router.post("/admin/orders/:id/refund", async (ctx) => {
    const staff = ctx.requireStaff();
    const fields = await readFields(ctx.req);
    const refund = await shop.refunds.refund({
      orderId: ctx.params.id,
      amount: /** @type {number} */ (fields.amount),
      reason: text(fields, "reason"),
      by: staff.id,
    });
    return json(refund, 201);
  });

  router.put("/admin/stock", async (ctx) => {
    ctx.requireStaff();
    const { counts } = await readFields(ctx.req);
    if (typeof counts !== "object" || counts === null) throw badRequest("counts is missing");
    const entries = Object.entries(counts);
    for (const [sku, onHand] of entries) {
      if (!isCount(onHand)) throw badRequest(`${sku}: the count must be a whole number from 0`);
    }
    shop.store.transaction(() => {
      for (const [sku, onHand] of entries) shop.catalogue.setStock(sku, onHand);
    });
    return json({ updated: entries.length });
  });

  router.post("/admin/staff", async (ctx) => {
    ctx.requireStaff();
    const user = await shop.accounts.register({ ...credentials(await readFields(ctx.req)), role: "staff" });
    return json({ id: user.id, email: user.email }, 201);
  });

  router.get("/admin/outbox", (ctx) => {
    ctx.requireStaff();
    return json(shop.outbox.waiting());
  });
  router.post("/admin/outbox/:id/sent", (ctx) => {
    ctx.requireStaff();
    shop.outbox.sent(ctx.params.id);
    return json({ ok: true });
  });
}

/**
 * @param {import("../orders/orders.js").Order[]} orders
 * @param {ReturnType<import("../catalogue/catalogue.js").Catalogue["lowStock"]>} low
 */
function overview(orders, low) {
  const rows = orders.map(
    (order) =>
      `<tr><th scope="row"><a href="/admin/orders/${order.id}">${orderNumber(order.id)}</a></th><td>${e(order.email)}</td><td>${order.status}</td><td>${formatMoney(order.total)}</td></tr>`,
  );
  const items = low.map((product) => `<li>${e(product.sku)} ${e(product.name)}: ${product.inStock}</li>`);
  return layout(
    "Shop office",
    `<h2>Latest orders</h2>
<table><thead><tr><th scope="col">Order</th><th scope="col">Customer</th><th scope="col">Status</th><th scope="col">Total</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>
<h2>Running low</h2>
<ul>${items.join("\n")}</ul>`,
  );
}
