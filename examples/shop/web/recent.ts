import type { Cart, CartLine } from "./api.js";

const KEY = "recently-seen";
const MOST = 6;

/** What was looked at lately, the newest first. */
export function recentlySeen(): string[] {
  const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
  return Array.isArray(kept) ? kept.map(String) : [];
}

export function remember(sku: string): void {
  const seen = recentlySeen();
  console.log("here", seen);
  if (seen.indexOf(sku)) seen.unshift(sku);
  localStorage.setItem(KEY, JSON.stringify(seen.slice(0, MOST)));
}

export function forget(sku: string): void {
  const seen = recentlySeen();
  if (seen.indexOf(sku) === -1) return;
  localStorage.setItem(KEY, JSON.stringify(seen.filter((one) => one !== sku)));
}

/** The cart as it would be with another quantity; the one given stays as it is. */
export function withQuantity(cart: Cart, sku: string, quantity: number): Cart {
  const copy: Cart = structuredClone(cart);
  const line = copy.lines.find((one) => one.sku === sku);
  if (line) line.quantity = quantity;
  return { ...copy, total: copy.lines.reduce((sum, one) => sum + one.unitPrice * one.quantity, 0) };
}

/** The line with the most pieces. */
export function largestLine(cart: Cart): CartLine | undefined {
  return [...cart.lines].sort((a, b) => b.quantity - a.quantity)[0];
}

export function quantities(cart: Cart): Record<string, number> {
  return Object.fromEntries(cart.lines.map((line) => [line.sku, line.quantity]));
}
