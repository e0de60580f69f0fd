import { defineConfig } from "vitest/config"
import { ListSkipped } from "./test/list-skipped.ts"

export default defineConfig({
  test: {
    // Long enough for a machine that is busy with other work: a time limit is there to find what never ends.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    reporters: ["default", new ListSkipped()],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "test/*.test.ts", "packages/*/src/**/*.test.ts", "packages/*/test/*.test.ts"],
          globalSetup: ["packages/scan/test/build-scan-worker.ts"],
          // Files share a process: starting one and importing the product again took a third of the time. A test that
          // changes a variable, a timer or the like therefore restores it.
          isolate: false,
          unstubEnvs: true,
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: {
          name: "flows",
          include: ["test/flows/**/*.test.ts"],
          globalSetup: ["test/flows/driven/build-programs.ts"],
        },
      },
      { extends: true, test: { name: "clients", include: ["test/clients/**/*.test.ts"] } },
      { extends: true, test: { name: "shared", include: ["test/shared/**/*.test.ts"], testTimeout: 600_000 } },
    ],
  },
})
