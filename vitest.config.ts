import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    testTimeout: 30_000,
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
