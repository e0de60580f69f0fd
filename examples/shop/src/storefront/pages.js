import { escapeHtml as e } from "../http/messages.js";
import { formatMoney } from "../money.js";
import { orderNumber } from "../orders/orders.js";

/**
 * Pages work without scripts; web/ makes them nicer where scripts run.
 * @param {string} title
 * @param {string} main
 */
export function layout(title, main) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${e(title)} · Teapot Shop</title>
<link rel="stylesheet" href="/style.css">
<script type="module" src="/assets/main.js"></script>
</head>
<body>
<header><a href="/">Teapot Shop</a> <nav aria-label="Main"><a href="/cart">Cart <span data-cart-badge></span></a></nav></header>
<main>
<h1>${e(title)}</h1>
${main}
</main>
</body>
</html>
`;
}

/** @param {ReturnType<import("../catalogue/catalogue.js").Catalogue["list"]>} products */
export function shopWindow(products) {
  if (products.length === 0) return layout("Our shelves", "<p>Nothing here matches.</p>");
  const items = products.map(
    (product) => `<li>
<h2>${e(product.name)}</h2>
<p>${e(product.description)}</p>
<p><strong>${formatMoney(product.price)}</strong> · ${product.inStock > 0 ? `${product.inStock} in stock` : "sold out"}</p>
<form method="post" action="/api/cart" data-add-to-cart>
<input type="hidden" name="sku" value="${e(product.sku)}">
<label>Quantity <input type="number" name="quantity" value="1" min="1" max="20"></label>
<button${product.inStock > 0 ? "" : " disabled"}>Add to cart</button>
</form>
</li>`,
  );
  return layout("Our shelves", `<ul class="products">\n${items.join("\n")}\n</ul>`);
}

/** @param {ReturnType<import("../cart/cart.js").Carts["view"]>} cart */
export function cartPage(cart) {
  if (cart.lines.length === 0) return layout("Your cart", "<p>Your cart is empty.</p>");
  const rows = cart.lines.map(
    (line) => `<tr><th scope="row">${e(line.name)}</th><td>${line.quantity}</td><td>${formatMoney(line.total)}</td></tr>`,
  );
  return layout(
    "Your cart",
    `<table>
<thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
<tbody>${rows.join("\n")}</tbody>
<tfoot><tr><th scope="row" colspan="2">Total</th><td>${formatMoney(cart.total)}</td></tr></tfoot>
</table>`,
  );
}

/** @param {import("../orders/orders.js").Order} order */
export function invoicePage(order) {
  const rows = order.lines.map(
    (line) => `<tr><th scope="row">${e(line.name)}</th><td>${line.quantity}</td><td>${formatMoney(line.total)}</td></tr>`,
  );
  return layout(
    `Invoice ${orderNumber(order.id)}`,
    `<address>${e(order.email)}, ${e(order.address)}</address>
<table><tbody>${rows.join("\n")}</tbody></table>
<p>Total ${formatMoney(order.total)}</p>`,
  );
}
