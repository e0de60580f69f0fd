import { defineConfig } from "vitest/config"
import { ListSkipped } from "./test/list-skipped.ts"

export default defineConfig({
  test: {
    // Long enough for a machine that is busy with other work: a time limit is there to find what never ends.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    reporters: ["default", new ListSkipped()],
    projects: [
      "vitest.unit.config.ts",
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
