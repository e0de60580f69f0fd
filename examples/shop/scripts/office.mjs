// The shop office on the command line. Needs SHOP_ADMIN_TOKEN; SHOP_URL says which shop (default: the local one).
//
//   node scripts/office.mjs order NUMBER                  what was bought, paid and refunded
//   node scripts/office.mjs refund NUMBER CENTS "REASON"  returns money
//   node scripts/office.mjs ship NUMBER TRACKING
//   node scripts/office.mjs stock SKU
const shop = process.env.SHOP_URL ?? "http://127.0.0.1:3000";

async function call(method, path, body) {
  const response = await fetch(new URL(path, shop), {
    method,
    headers: { authorization: `Bearer ${process.env.SHOP_ADMIN_TOKEN ?? ""}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(20_000),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${response.status}: ${answer.error?.message ?? "no reason given"}`);
  return answer;
}

async function orderId(number = "") {
  const found = await call("GET", `/admin/orders?number=${encodeURIComponent(number)}`);
  if (number === "" || found.length !== 1) throw new Error(`${number === "" ? 0 : found.length} orders have the number ${number}`);
  return found[0].id;
}

const commands = {
  order: async (number) => call("GET", `/admin/orders/${await orderId(number)}`),
  refund: async (number, cents, reason) =>
    call("POST", `/admin/orders/${await orderId(number)}/refund`, { amount: Number(cents), reason }),
  ship: async (number, tracking) => call("POST", `/admin/orders/${await orderId(number)}/ship`, { tracking }),
  stock: async (sku = "") => call("GET", `/api/products/${encodeURIComponent(sku)}`),
};

const [name = "", ...rest] = process.argv.slice(2);
if (!Object.hasOwn(commands, name)) {
  process.stderr.write(`Say one of: ${Object.keys(commands).join(", ")}\n`);
  process.exit(2);
}
try {
  process.stdout.write(`${JSON.stringify(await commands[name](...rest), null, 2)}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
