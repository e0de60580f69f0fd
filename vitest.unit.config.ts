import { defineConfig } from "vitest/config"

/** The unit tests alone. `npm run test:mutants` uses it directly, because its runner cannot choose a project. */
export default defineConfig({
  test: {
    // Long enough for a machine that is busy with other work: a time limit is there to find what never ends.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    name: "unit",
    include: process.env["SKILLET_TESTS"]?.split(",") ?? [
      "src/**/*.test.ts",
      "test/*.test.ts",
      "packages/*/src/**/*.test.ts",
      "packages/*/test/*.test.ts",
    ],
    globalSetup: ["packages/scan/test/build-scan-worker.ts", "test/postgres/build-postgres-thread.ts"],
    // Files share a process: starting one and importing the product again took a third of the time. A test that
    // changes a variable, a timer or the like therefore restores it.
    isolate: false,
    unstubEnvs: true,
    restoreMocks: true,
  },
})
