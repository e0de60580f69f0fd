import { createServer } from "node:http";
import { createApp } from "./app.js";
import { loadProducts } from "./catalogue/catalogue.js";
import { loadConfig } from "./config.js";
import { openStore } from "./db/store.js";
import { createFakeProvider, createHttpProvider } from "./payments/provider.js";

/** @param {"info" | "error"} level @param {string} message @param {object} [fields] */
function log(level, message, fields = {}) {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...fields })}\n`);
}

const config = loadConfig();
const store = openStore({ file: config.dataFile });
const provider = config.paymentsUrl
  ? createHttpProvider({ url: config.paymentsUrl, key: config.paymentsKey })
  : createFakeProvider();
const app = createApp({ config, store, provider, products: loadProducts(), log });

const server = createServer(app.handle);
server.requestTimeout = 30_000;
server.listen(config.port, config.host, () => {
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : config.port;
  log("info", "listening", { url: `http://${config.host}:${port}`, schema: store.schema });
});

const sweep = setInterval(() => app.sessions.removeExpired(), 60 * 60 * 1000);
sweep.unref();

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    log("info", "stopping", { signal });
    clearInterval(sweep);
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  });
}
