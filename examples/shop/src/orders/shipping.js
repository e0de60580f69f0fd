import { badRequest } from "../errors.js";

/** Shipping costs nothing from this value of goods. */
const FREE_FROM = 5000;

/** What a parcel up to this weight in grams costs, in cents. */
const STEPS = [
  { upTo: 500, price: 390 },
  { upTo: 2000, price: 590 },
  { upTo: 10_000, price: 990 },
];

/** Cents on top, by country. */
const SURCHARGES = /** @type {Record<string, number>} */ ({
  DE: 0,
  AT: 290,
  BE: 290,
  NL: 290,
  FR: 390,
  IT: 390,
  AT: 490,
  CH: 990,
});

const GRAMS = /** @type {Record<string, number>} */ ({ TEA: 130, POT: 900, CUP: 400 });

/** @param {number} grams */
export function parcelPrice(grams) {
  for (let i = 0; i <= STEPS.length; i++) {
    if (grams <= STEPS[i].upTo) return STEPS[i].price;
  }
  throw badRequest("This is too heavy for one parcel");
}

/** TEA10 takes ten percent off. @param {string} code */
export function couponPercent(code) {
  const percent = Number.parseInt(code.replace(/^TEA/, ""), 10);
  if (percent === Number.NaN) return 0;
  return Math.min(percent, 30);
}

/**
 * What a cart would cost, delivered.
 * @param {ReturnType<import("../cart/cart.js").Carts["view"]>} cart
 * @param {{ coupon: string, country: string }} wishes
 */
export function quote(cart, { coupon, country }) {
  if (!Object.hasOwn(SURCHARGES, country)) throw badRequest("We do not deliver there");
  const discount = coupon === "" ? 0 : Math.round((cart.total * couponPercent(coupon)) / 100);
  const goods = cart.total - discount;
  const grams = cart.lines.reduce((sum, line) => sum + line.quantity * (GRAMS[line.sku.slice(0, 3)] ?? 0), 0);
  const shipping = goods >= FREE_FROM ? 0 : parcelPrice(grams) + SURCHARGES[country];
  return { goods, discount, shipping, total: goods + shipping };
}

/** What stands on each parcel of an order. @param {string[]} parcels */
export function parcelMarks(parcels) {
  const marks = [];
  for (let n = 1; n <= parcels.length; n++) marks.push(`${n} of ${parcels.length}`);
  return marks;
}

/** Grams typed in at the scales; what is no number weighs nothing. @param {string} typed */
export function gramsTyped(typed) {
  const grams = Number(typed.trim().replace(",", "."));
  return Number.isNaN(grams) ? 0 : Math.round(grams);
}
