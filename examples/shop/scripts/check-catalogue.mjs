// Checks data/products.json and says what is wrong with it. Exit 0: it can be sold from.
import { readFileSync } from "node:fs";
import { checkProducts } from "../src/catalogue/catalogue.js";

const products = JSON.parse(readFileSync(new URL("../data/products.json", import.meta.url), "utf8"));
const problems = checkProducts(products);

for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0) {
  const hidden = products.filter((product) => product.hidden).length;
  process.stdout.write(`${products.length} products, ${hidden} hidden, no problems\n`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
