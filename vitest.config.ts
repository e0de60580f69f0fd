import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    // Long enough for a machine that is busy with other work: a time limit is there to find what never ends.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "test/*.test.ts"],
          globalSetup: ["test/build-scan-worker.ts"],
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
