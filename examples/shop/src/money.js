// Amounts are whole cents everywhere. They become text in one place: here.

export const CURRENCY = "EUR";

const formatter = new Intl.NumberFormat("en-IE", { style: "currency", currency: CURRENCY });

/** @param {number} cents */
export function formatMoney(cents) {
  return formatter.format(cents / 100);
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
export function isAmount(value) {
  return Number.isSafeInteger(value) && /** @type {number} */ (value) > 0;
}
