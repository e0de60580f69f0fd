// Copies new orders into the accounting database: node scripts/sync-reports.mjs. Needs the package pg.
import { setTimeout as sleep } from "node:timers/promises";

const shop = process.env.SHOP_URL ?? "http://127.0.0.1:3000";
const database = process.env.REPORTS_URL ?? "postgres://reports:k3ttle-0n@db.shop.internal:5432/reports";
const sample = "postgres://user:password@localhost:5432/reports";

if (process.argv.includes("--help")) {
  process.stdout.write(`REPORTS_URL says where to, for example ${sample}\n`);
  process.exit(0);
}

// The shop may be restarting: three tries, with a pause between them.
async function recentOrders() {
  let reason = "";
  for (let attempt = 1; attempt <= 3; attempt++) {
    const answer = await fetch(`${shop}/admin/orders`, {
      headers: { authorization: `Bearer ${process.env.SHOP_ADMIN_TOKEN ?? ""}` },
    });
    if (answer.ok) return answer.json();
    reason = `the shop answered ${answer.status}`;
    await sleep(1000 * attempt);
  }
  throw new Error(reason);
}

async function openDatabase() {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  return client;
}

async function isRunning() {
  const answer = await fetch(`${shop}/health`);
  return answer.ok;
}

if (!(await isRunning())) {
  process.stderr.write(`${shop} does not answer\n`);
  process.exit(1);
}
const orders = await recentOrders();
const client = await openDatabase();
try {
  for (const order of orders) {
    const values = [order.id, order.email, order.total, order.createdAt.slice(0, 7)];
    await client.query("INSERT INTO orders (id, email, total, month) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING", values);
  }
} finally {
  try {
    await client.end();
  } catch {
    // Everything is copied by now; the database closes what is left open.
  }
}
process.stdout.write(`${orders.length} orders copied\n`);
