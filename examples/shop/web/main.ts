import { announce } from "./announce.js";
import { addToCart, ApiError, getCart } from "./api.js";
import { showBadge } from "./cart-badge.js";

async function submit(form: HTMLFormElement): Promise<void> {
  const fields = new FormData(form);
  const button = form.querySelector("button");
  if (button) button.disabled = true;
  try {
    showBadge(await addToCart(String(fields.get("sku")), Number(fields.get("quantity"))));
    announce("Added to your cart");
  } catch (error) {
    announce(error instanceof ApiError ? error.message : "The shop cannot be reached");
  } finally {
    if (button) button.disabled = false;
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-add-to-cart]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(form);
  });
}

// The badge is decoration: without it the page is complete.
getCart().then(showBadge, () => undefined);
