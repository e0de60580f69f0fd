// wait-healthy.mjs URL VERSION: waits up to five minutes until URL/health answers with VERSION.
import { setTimeout as sleep } from "node:timers/promises";

const [url, version] = process.argv.slice(2);
if (!url || !version) {
  process.stderr.write("Say which shop and which version: wait-healthy.mjs URL VERSION\n");
  process.exit(2);
}

const end = Date.now() + 5 * 60 * 1000;
let last = "no answer yet";
while (Date.now() < end) {
  try {
    const response = await fetch(new URL("/health", url), { signal: AbortSignal.timeout(5000) });
    const health = await response.json();
    last = JSON.stringify(health);
    if (health.status === "ok" && health.version === version) {
      process.stdout.write(`${last}\n`);
      process.exit(0);
    }
  } catch (error) {
    last = String(error);
  }
  await sleep(5000);
}
process.stderr.write(`${url} did not become ${version}. Last: ${last}\n`);
process.exitCode = 1;
