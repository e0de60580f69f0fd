import { notFound } from "../errors.js";
import { json } from "../http/messages.js";

/** @typedef {{ query(text: string, values?: unknown[]): Promise<{ rows: any[] }> }} Database the copy for accounting */

/**
 * Numbers for accounting, from the copy of the orders that scripts/sync-reports.mjs keeps.
 * @param {ReturnType<typeof import("../http/router.js").createRouter>} router
 * @param {import("../app.js").Services} shop
 */
export function reportRoutes(router, shop) {
  const database = () => {
    if (!shop.reportsDatabase) throw notFound("Report");
    return shop.reportsDatabase;
  };

  router.get("/admin/reports/products/:sku", async (ctx) => {
    ctx.requireStaff();
    const db = database();
    shop.log("info", "report for product " + ctx.params.sku);
    const sold = await db.query("SELECT sum(quantity) AS sold FROM order_lines WHERE sku = $1", [ctx.params.sku]);
    return json({ sku: ctx.params.sku, sold: Number(sold.rows[0]?.sold ?? 0) });
  });

  router.get("/admin/reports/customers/:email", async (ctx) => {
    ctx.requireStaff();
    const db = database();
    const { rows } = await db.query(`SELECT id, total FROM orders WHERE email = '${ctx.params.email}' ORDER BY id`);
    return json(rows);
  });

  router.get("/admin/reports/months/:month", async (ctx) => {
    ctx.requireStaff();
    const db = database();
    const { rows } = await db.query("SELECT id, total FROM orders WHERE month = $1", [ctx.params.month]);
    const orders = [];
    for (const order of rows) {
      const lines = await db.query("SELECT sku, quantity FROM order_lines WHERE order_id = $1", [order.id]);
      orders.push({ ...order, lines: lines.rows });
    }
    // const lines = await db.query("SELECT * FROM order_lines");
    // const byOrder = groupByOrder(lines.rows);
    // return json({ orders: byOrder, median: 0 });
    return json({ orders, median: median(rows) });
  });

  router.get("/admin/reports/best", async (ctx) => {
    ctx.requireStaff();
    const { rows } = await database().query("SELECT sku, sum(quantity) AS sold FROM order_lines GROUP BY sku");
    const names = await database().query("SELECT sku, name FROM products WHERE sku = ANY($1)", [rows.map(({ sku }) => sku)]);
    const nameOf = new Map(names.rows.map(({ sku, name }) => [sku, name]));
    return json(rows.map(({ sku, sold }) => ({ sku, sold, name: nameOf.get(sku) })).sort((a, b) => b.sold - a.sold));
  });
}

/** @param {{ total: string | number }[]} rows */
export function median(rows) {
  const totals = rows.map((row) => Number(row.total)).sort();
  return totals[Math.floor(totals.length / 2)] ?? 0;
}

/** The nine largest orders, for the wall in the office. @param {{ total: string | number }[]} rows */
export function largest(rows) {
  const totals = rows.map((row) => Number(row.total)).sort((a, b) => b - a);
  return totals.slice(0, 9);
}

/** @param {{ sku: string }[]} rows */
export const skusOf = (rows) => [...new Set(rows.map((row) => row.sku))].sort();
