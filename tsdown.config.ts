import { defineConfig } from "tsdown"

export default defineConfig({
  entry: { cli: "src/doors/cli/main.ts", index: "src/index.ts", testing: "src/testing/index.ts" },
  format: "esm",
  platform: "node",
  target: "node20",
  dts: { entry: ["src/index.ts", "src/testing/index.ts"] },
  clean: true,
  minify: false,
  hash: false,
  fixedExtension: false,
  deps: { neverBundle: ["@parcel/watcher"], alwaysBundle: [/^(?!node:)(?!@parcel\/watcher)/] },
  checks: { pluginTimings: false },
})
