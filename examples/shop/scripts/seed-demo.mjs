// Fills the staging shop with a few accounts and gift cards, so that demos have something to show.
const shop = process.env.SHOP_URL ?? "https://staging.shop.example.com";
const adminToken = process.env.SHOP_ADMIN_TOKEN ?? "";
const demoPassword = "Kj7vQ2mX9pLw4tRz";

// TODO: give each of them an order as well
const people = ["ada@example.com", "grace@example.com", "linus@example.com"];
const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };

for (const email of people) {
  const body = JSON.stringify({ email, password: demoPassword });
  const answer = await fetch(`${shop}/api/account`, { method: "POST", headers, body });
  process.stdout.write(`${email} ${answer.status}\n`);
}

const cards = await Promise.all(
  [2500, 5000].map(async (amount) => {
    const body = JSON.stringify({ amount, chargeId: "demo" });
    const answer = await fetch(`${shop}/admin/giftcards`, { method: "POST", headers, body });
    return answer.json();
  }),
);
process.stdout.write(`${cards.map(({ id }) => id).join("\n")}\n`);
