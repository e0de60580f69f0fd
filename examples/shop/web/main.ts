import { announce } from "./announce.js";
import { addToCart, ApiError, getCart } from "./api.js";
import { showBadge } from "./cart-badge.js";
import { wireLogin } from "./login.js";
import { remember } from "./recent.js";
import { refillSearch, showNothing, showSearch } from "./search.js";

async function submit(form: HTMLFormElement): Promise<void> {
  const fields = new FormData(form);
  const button = form.querySelector("button");
  if (button) button.disabled = true;
  try {
    const sku = String(fields.get("sku"));
    showBadge(await addToCart(sku, Number(fields.get("quantity"))));
    remember(sku);
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

const main = document.querySelector("main");
const products = document.querySelectorAll(".products > li").length;
if (main && products > 0) showSearch(main, products);
else if (main && location.pathname === "/") showNothing(main);

const field = document.querySelector<HTMLInputElement>("input[type=search]");
if (field?.parentElement) refillSearch(field, field.parentElement);

const login = document.querySelector<HTMLFormElement>("form[data-login]");
const problem = document.querySelector<HTMLElement>("[data-login-problem]");
if (login && problem) wireLogin(login, problem);

// The badge is decoration: without it the page is complete.
getCart().then(showBadge, () => undefined);
