// Is this working copy fit to be tagged? Prints one line per check; exit 0 when all say yes. Changes nothing.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const root = new URL("../../../..", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const node = (...args) => spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" }).status === 0;

const { version } = JSON.parse(read("package.json"));
const newest = /^## (\S+)/m.exec(read("CHANGELOG.md"))?.[1];
const settings = new Set(read("src/config.js").match(/SHOP_[A-Z_]+/g));
const documented = read(".env.example");
const missing = [...settings].filter((name) => !documented.includes(`${name}=`));

const checks = [
  [`CHANGELOG.md starts with ${version}`, newest === version],
  [`.env.example names every setting${missing.length ? ` (missing: ${missing.join(", ")})` : ""}`, missing.length === 0],
  ["the catalogue is sound", node("scripts/check-catalogue.mjs")],
  ["the tests pass", node("--test")],
];

for (const [label, fine] of checks) process.stdout.write(`${fine ? "yes" : "no "}  ${label}\n`);
process.exitCode = checks.every(([, fine]) => fine) ? 0 : 1;
