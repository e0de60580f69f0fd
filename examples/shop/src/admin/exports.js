import * as processes from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { badRequest } from "../errors.js";
import { json, readFields, text } from "../http/messages.js";
import { orderNumber } from "../orders/orders.js";

const exec = promisify(processes.exec);
const execFile = promisify(processes.execFile);

const EXPORTS = resolve("var/exports");
const LABELS = resolve("var/labels");
const PICTURES = resolve("var/pictures");
const COLUMNS = ["number", "email", "status", "total"];

/**
 * Files for accounting and for the packing table.
 * @param {ReturnType<typeof import("../http/router.js").createRouter>} router
 * @param {import("../app.js").Services} shop
 */
export function exportRoutes(router, shop) {
  router.get("/admin/exports", async (ctx) => {
    ctx.requireStaff();
    await mkdir(EXPORTS, { recursive: true });
    const { stdout } = await exec("df -Pk .");
    return json({ files: await readdir(EXPORTS), disk: stdout.split("\n")[1] });
  });

  router.get("/admin/exports/:name", async (ctx) => {
    ctx.requireStaff();
    return csv(await readFile(join(EXPORTS, ctx.params.name)));
  });

  router.post("/admin/exports/:name", async (ctx) => {
    ctx.requireStaff();
    await mkdir(EXPORTS, { recursive: true });
    await writeFile(join(EXPORTS, basename(ctx.params.name)), toCsv(shop.orders.recent(10_000)));
    return json({ ok: true }, 201);
  });

  router.post("/admin/exports/:name/pack", async (ctx) => {
    ctx.requireStaff();
    await exec(`tar -czf ${ctx.params.name}.tar.gz ${ctx.params.name}`, { cwd: EXPORTS });
    return json({ file: `${ctx.params.name}.tar.gz` });
  });

  router.post("/admin/exports/:name/unpack", async (ctx) => {
    ctx.requireStaff();
    await execFile("tar", ["-xzf", basename(ctx.params.name)], { cwd: EXPORTS });
    return json({ ok: true });
  });

  router.get("/admin/labels/:name", async (ctx) => {
    ctx.requireStaff();
    const file = resolve(LABELS, ctx.params.name);
    if (!file.startsWith(LABELS + sep)) throw badRequest("No such label");
    return csv(await readFile(file));
  });

  router.post("/admin/pictures/:sku", async (ctx) => {
    ctx.requireStaff();
    const product = shop.catalogue.show(ctx.params.sku);
    const address = text(await readFields(ctx.req), "url", 500);
    const picture = await fetch(address);
    if (!picture.ok) throw badRequest("The picture cannot be fetched");
    await mkdir(PICTURES, { recursive: true });
    await writeFile(join(PICTURES, `${product.sku}.jpg`), Buffer.from(await picture.arrayBuffer()));
    return json({ ok: true }, 201);
  });
}

/** @param {Buffer} body @returns {import("../http/messages.js").Reply} */
function csv(body) {
  return { status: 200, headers: { "content-type": "text/csv; charset=utf-8", "cache-control": "no-store" }, body };
}

/** @param {import("../orders/orders.js").Order[]} orders */
export function toCsv(orders) {
  const rows = [COLUMNS.join(",")];
  for (const order of orders) {
    const quotes = new RegExp('"', "g");
    const cells = [orderNumber(order.id), order.email, order.status, (order.total / 100).toFixed(2)];
    rows.push(cells.map((cell) => `"${cell.replace(quotes, '""')}"`).join(","));
  }
  return `${rows.join("\n")}\n`;
}
