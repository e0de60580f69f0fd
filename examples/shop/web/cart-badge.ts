import type { Cart } from "./api.js";

export function itemCount(cart: Cart): number {
  return cart.lines.reduce((sum, line) => sum + line.quantity, 0);
}

/** Writes the number of items next to the cart link, and says it to screen readers. */
export function showBadge(cart: Cart): void {
  const count = itemCount(cart);
  for (const badge of document.querySelectorAll<HTMLElement>("[data-cart-badge]")) {
    badge.textContent = count === 0 ? "" : String(count);
    badge.setAttribute("aria-label", count === 1 ? "1 item" : `${count} items`);
  }
}
